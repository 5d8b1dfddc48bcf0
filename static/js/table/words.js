// The words of the scripts, in the reader's language: the page has them as data.
const words = JSON.parse(document.querySelector("script#words")?.textContent ?? "{}");

export const say = (key, params = {}) =>
  Object.entries(params).reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), words[key]);
