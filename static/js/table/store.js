// Local storage where a browser allows it and has room, memory where not.
const memory = new Map();

export const read = (key, otherwise) => {
  try {
    const text = localStorage.getItem(key);
    return text === null ? memory.get(key) ?? otherwise : JSON.parse(text);
  } catch {
    return memory.get(key) ?? otherwise;
  }
};

// A full storage keeps the older value, which would be read in place of the new one.
const forget = (key) => { try { localStorage.removeItem(key); } catch { /* memory has it */ } };

export const write = (key, value) => {
  memory.set(key, value);
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { forget(key); }
};
