// Tells the two kinds of private messages apart: the pixels of a seat's screen, and its data.

const DATA = 2;

/** The data that a binary message holds; null where it holds pixels. */
export function readData(bytes) {
  if ((bytes[1] & DATA) === 0) return null;
  return JSON.parse(new TextDecoder().decode(bytes.subarray(2)));
}
