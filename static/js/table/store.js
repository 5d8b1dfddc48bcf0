// Local storage if the browser allows it and has room, otherwise memory.
const memory = new Map();

export const read = (key, otherwise) => {
  try {
    const text = localStorage.getItem(key);
    return text === null ? memory.get(key) ?? otherwise : JSON.parse(text);
  } catch {
    return memory.get(key) ?? otherwise;
  }
};

// A full storage keeps the old value, which would be read instead of the new one.
let room = true;

// Whether what was written last will still be there when this page is closed.
export const lasts = () => room;

const forget = (key) => { try { localStorage.removeItem(key); } catch { /* memory has it */ } };

export const write = (key, value) => {
  memory.set(key, value);
  try {
    localStorage.setItem(key, JSON.stringify(value));
    room = true;
  } catch {
    forget(key);
    room = false;
  }
};
