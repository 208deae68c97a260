// @ts-check
// Tells a seat's data from its screen, as pixels or as text, which are private messages too.

const DATA = 2;

/** The data that a binary message holds; null where it holds the screen. */
export function readData(bytes) {
  if ((bytes[1] & DATA) === 0) return null;
  return JSON.parse(new TextDecoder().decode(bytes.subarray(2)));
}
