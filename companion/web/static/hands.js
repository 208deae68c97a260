// The keys that pointers and the keyboard hold down: several at once, on several seats.
//
// Invariant: a key is down while a source holds it. A lost pointer, another window or a lost link releases it. A source is a pointer or a key of the keyboard; it holds one key of one seat.

const TAP = 80; // Milliseconds that a click without a pointer, of a screen reader, holds a key.
const DIGITS = ["1", "2", "3"];
export const KEYS = ["left", "middle", "right"];

export class Hands {
  /** `onKey(seat, key, down)` is called for the first hold of a key and for the last one that ends. */
  constructor(onKey) {
    this.onKey = onKey;
    this.sources = new Map();
    this.letters = new Map();
    addEventListener("keydown", (event) => this.keydown(event));
    addEventListener("keyup", (event) => this.release(`keyboard ${event.code}`));
    addEventListener("blur", () => this.releaseAll());
    addEventListener("pagehide", () => this.releaseAll());
    document.addEventListener("visibilitychange", () => document.hidden && this.releaseAll());
  }

  /** The keyboard's keys of each seat: three names. The digits are for the seat that has the focus. */
  assign(keyboard) {
    this.releaseAll();
    this.letters = new Map();
    keyboard.forEach((names, seat) => {
      if (names[0] !== DIGITS[0]) names.forEach((name, index) => this.letters.set(name, { seat, key: KEYS[index] }));
    });
  }

  /** Make `button` the key `key` of `seat`. */
  attach(button, seat, key) {
    const end = (event) => this.release(`pointer ${event.pointerId}`);
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.press(`pointer ${event.pointerId}`, seat, key);
    });
    button.addEventListener("pointerup", end);
    button.addEventListener("pointercancel", end);
    button.addEventListener("lostpointercapture", end);
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("keyup", (event) => event.code === "Space" && event.preventDefault());
    button.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      this.tap(seat, key);
    });
  }

  /** Press a key for as long as a tap lasts. */
  tap(seat, key) {
    const source = `click ${seat} ${key}`;
    this.press(source, seat, key);
    setTimeout(() => this.release(source), TAP);
  }

  keydown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const hold = this.meant(event);
    if (!hold) return;
    event.preventDefault(); // No scrolling by arrows, no click by the space bar.
    if (!event.repeat) this.press(`keyboard ${event.code}`, hold.seat, hold.key);
  }

  /** The key that this key of the keyboard stands for, or undefined. */
  meant({ key, target }) {
    const at = target instanceof Element ? target : null;
    if (at?.closest("input, dialog")) return undefined; // There it is a letter.
    const button = at?.closest("button[data-key]");
    if (button && (key === " " || key === "Enter")) return { seat: Number(button.dataset.seat), key: button.dataset.key };
    if (at?.closest("button:not([data-key])") && (key === " " || key === "Enter")) return undefined;
    const seat = at?.closest("[data-seat]");
    if (seat && DIGITS.includes(key)) return { seat: Number(seat.dataset.seat), key: KEYS[DIGITS.indexOf(key)] };
    return this.letters.get(key.length === 1 ? key.toLowerCase() : key);
  }

  press(source, seat, key) {
    if (this.sources.has(source)) return;
    const first = !this.holds(seat, key);
    this.sources.set(source, { seat, key });
    if (first) this.onKey(seat, key, true);
  }

  release(source) {
    const hold = this.sources.get(source);
    if (!hold) return;
    this.sources.delete(source);
    if (!this.holds(hold.seat, hold.key)) this.onKey(hold.seat, hold.key, false);
  }

  releaseAll() {
    for (const source of [...this.sources.keys()]) this.release(source);
  }

  holds(seat, key) {
    return [...this.sources.values()].some((hold) => hold.seat === seat && hold.key === key);
  }
}
