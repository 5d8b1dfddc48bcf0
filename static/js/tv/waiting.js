// A screen that waits until a phone has said which table it shows.
// Nothing here is newer than tests/site/test_television_files.py allows.
const AGAIN = 2000;
const GONE = 404;
const { body } = document;

const later = () => setTimeout(ask, AGAIN);

const follow = (answer) => {
  // Its day is over: the page that comes instead says so.
  if (answer.status === GONE) { location.reload(); return; }
  answer.text().then((address) => {
    if (answer.status === 200) location.replace(address);
    else later();
  }, later);
};

const ask = () => { fetch(body.getAttribute("data-ask"), { cache: "no-store" }).then(follow, later); };

ask();
