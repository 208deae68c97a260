// @ts-check
// A seat's OLED, pixel by pixel: 128 by 64 pixels of one bit, in the order of the panel's own memory.

const WIDTH = 128;
const HEIGHT = 64;
const PAGE_HEIGHT = 8;
const LIT = [214, 234, 255];
const DARK = [3, 6, 11];
const TEXT = 4;

/** The frame that a message holds: { seat, full, runs: [{ page, column, data }] }. */
export function readFrame(bytes) {
  const runs = [];
  for (let at = 2; at < bytes.length; ) {
    const [page, column, length] = bytes.subarray(at, at + 3);
    runs.push({ page, column, data: bytes.subarray(at + 3, at + 3 + length) });
    at += 3 + length;
  }
  return { seat: bytes[0], full: (bytes[1] & 1) === 1, runs };
}

/** A screen as text that a message holds: { seat, lines, keys }; null where it holds pixels. */
export function readText(bytes) {
  if ((bytes[1] & TEXT) === 0) return null;
  return { seat: bytes[0], ...JSON.parse(new TextDecoder().decode(bytes.subarray(2))) };
}

/** A canvas that shows frames. */
export class Oled {
  constructor(canvas) {
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    this.context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    this.image = this.context.createImageData(WIDTH, HEIGHT);
    this.clear();
  }

  clear() {
    this.darken();
    this.context.putImageData(this.image, 0, 0);
  }

  darken() {
    for (let y = 0; y < HEIGHT; y += 1) for (let x = 0; x < WIDTH; x += 1) this.set(x, y, false);
  }

  set(x, y, lit) {
    this.image.data.set(lit ? LIT : DARK, 4 * (y * WIDTH + x));
    this.image.data[4 * (y * WIDTH + x) + 3] = 255;
  }

  show({ full, runs }) {
    if (full) this.darken();
    for (const { page, column, data } of runs) {
      data.forEach((byte, offset) => {
        for (let bit = 0; bit < PAGE_HEIGHT; bit += 1) {
          this.set(column + offset, page * PAGE_HEIGHT + bit, ((byte >> bit) & 1) === 1);
        }
      });
    }
    this.context.putImageData(this.image, 0, 0);
  }
}
