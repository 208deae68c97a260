// @ts-check
// The keys that pointers and the keyboard hold down: several at once, on several seats.
//
// Invariant: a key is down while a source holds it. A lost pointer, another window or a lost link releases it. A source is a
// pointer, a key of the keyboard, or a switch that is on; it holds one key of one seat, or both outer ones.

import { heldButton } from "/static/seats/held_button.js";
import { Keyboard } from "/static/seats/keyboard.js";

const TAP = 80; // Milliseconds that a click without a pointer, of a screen reader, holds a key.
export const KEYS = ["left", "middle", "right"];

export class Hands {
  /** `onKey(seat, key, down)` is called for the first hold of a key and for the last one that ends. `isReadable(seat)`: its player
   * sees what a key would do now; else the keyboard presses none of its keys. */
  /** @param {any} onKey @param {{ isReadable?: (seat: number) => boolean | undefined }} options */
  constructor(onKey, { isReadable = () => true } = {}) {
    this.onKey = onKey;
    this.isReadable = isReadable;
    this.sources = new Map();
    this.taps = new Map();
    this.keyboard = new Keyboard();
    addEventListener("keydown", (event) => this.keydown(event));
    addEventListener("keyup", (event) => this.release(`keyboard ${event.code}`));
    addEventListener("blur", () => this.releaseAll());
    addEventListener("pagehide", () => this.releaseAll());
    document.addEventListener("visibilitychange", () => document.hidden && this.releaseAll());
  }

  /** The keyboard's keys of each seat: three codes, or none. */
  assign(keyboard) {
    this.releaseAll();
    const meanings = keyboard.flatMap((codes, seat) => codes.map((code, at) => [code, { seat, key: KEYS[at] }]));
    this.keyboard.assign(meanings);
  }

  /** Make `button` the key of `seat`. With two keys it holds both down: a finger while it is on it, and for a mouse, a keyboard and
   * a screen reader it is a switch. */
  attach(button, seat, ...keys) {
    const both = keys.length > 1;
    heldButton(button, {
      down: (id) => this.press(`pointer ${id}`, seat, ...keys),
      up: (id) => this.release(`pointer ${id}`),
      click: () => (both ? this.toggle(seat, ...keys) : this.tap(seat, keys[0])),
      mouse: both ? "clicks" : "holds",
    });
    if (!both) button.addEventListener("keyup", (event) => event.code === "Space" && event.preventDefault());
  }

  /** Press a key for as long as a tap lasts. The next tap on the key ends the one before. */
  tap(seat, key) {
    const source = `click ${seat} ${key}`;
    clearTimeout(this.taps.get(source));
    this.release(source);
    this.press(source, seat, key);
    this.taps.set(source, setTimeout(() => this.release(source), TAP));
  }

  /** Hold keys until this is called again, another press is meant for a key of the seat, or the switch of the seat is put off. */
  toggle(seat, ...keys) {
    if (this.sources.has(`switch ${seat}`)) this.switchOff(seat);
    else this.press(`switch ${seat}`, seat, ...keys);
  }

  switchOff(seat) {
    this.release(`switch ${seat}`);
  }

  keydown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const meant = this.meant(event);
    if (!meant) return;
    event.preventDefault(); // No scrolling by arrows, no click by the space bar.
    if (!event.repeat) this.press(`keyboard ${event.code}`, meant.seat, meant.key);
  }

  /** The seat and the key that this key of the keyboard stands for, or undefined. */
  meant(event) {
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest("input, dialog")) return undefined; // There it is a letter.
    if (event.key === " " || event.key === "Enter") {
      const button = at?.closest("button[data-key]");
      return button ? { seat: Number(button.dataset.seat), key: button.dataset.key } : undefined;
    }
    const meant = this.keyboard.meaning(event);
    return meant && this.isReadable(meant.seat) ? meant : undefined;
  }

  press(source, seat, ...keys) {
    if (this.sources.has(source)) return;
    this.switchOff(seat);
    const fresh = keys.filter((key) => !this.holds(seat, key));
    this.sources.set(source, { seat, keys });
    for (const key of fresh) this.onKey(seat, key, true);
  }

  release(source) {
    const hold = this.sources.get(source);
    if (!hold) return;
    this.sources.delete(source);
    for (const key of hold.keys) if (!this.holds(hold.seat, key)) this.onKey(hold.seat, key, false);
  }

  releaseAll() {
    for (const source of [...this.sources.keys()]) this.release(source);
  }

  holds(seat, key) {
    return [...this.sources.values()].some((hold) => hold.seat === seat && hold.keys.includes(key));
  }
}
