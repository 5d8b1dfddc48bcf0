// Local storage where a browser allows it, memory where it does not.
const memory = new Map();

export const read = (key, otherwise) => {
  try {
    const text = localStorage.getItem(key);
    return text === null ? memory.get(key) ?? otherwise : JSON.parse(text);
  } catch {
    return memory.get(key) ?? otherwise;
  }
};

export const write = (key, value) => {
  memory.set(key, value);
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* memory has it */ }
};
