// Hours as the reader's own clock has them; without this file they are the server's.
const two = (number) => `${number}`.padStart(2, "0");

export const own = (root = document) => {
  for (const time of root.querySelectorAll("time[data-hour]")) {
    const at = new Date(time.dateTime);
    const text = `${two(at.getHours())}:${two(at.getMinutes())}`;
    if (time.textContent !== text) time.textContent = text;
  }
};

own();
document.addEventListener("news", () => own());
document.addEventListener("htmx:load", () => own());
