// What the scripts say, in the reader's language: the page brings the words as data.
const words = JSON.parse(document.getElementById("words").textContent);

export const say = (key, params = {}) =>
  Object.entries(params).reduce((text, [name, value]) => text.replace(`{${name}}`, value), words[key]);
