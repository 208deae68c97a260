// @ts-check
// The log of the game. On the television, which always shows it, the event line above tells of the last move, and this is the list
// of what happened before it. What has to be remembered, such as a wrong claim, never comes into it.

import { element } from "/static/element.js";
import { newest, scrolled } from "/static/events/newest.js";

const KEPT = 50;

/** The list in `root`. `scrolls`: it has all entries, for who opens it and reads with a wheel, a finger or keys; else those that fit
 * of all that the event line does not tell. */
export class Events {
  constructor(root, { scrolls = false } = {}) {
    this.scrolls = scrolls;
    this.show = scrolls ? scrolled(root) : newest(root);
    /** @type {WeakMap<object, HTMLElement>} */
    this.entries = new WeakMap();
    this.said = []; // The newest first.
    this.event = "";
    this.number = -1;
    this.told = ""; // What is in the list.
  }

  take(message) {
    if (message.type === "log") this.said = [...message.said].reverse();
    else if (message.type === "said") this.said = [message, ...this.said].slice(0, KEPT);
    else if (message.type === "event") this.event = message.text;
    else if (message.type === "public") this.number = message.number;
    else return;
    const [last, ...before] = this.said;
    const told = !this.scrolls && last && (last.number === this.number || last.text === this.event) ? before : this.said;
    const text = JSON.stringify(told);
    if (text === this.told) return;
    this.told = text;
    this.show(told.map((one) => this.entryOf(one)));
  }

  /** The entry of a message, which stays the same while newer ones come. */
  entryOf(said) {
    const entry = this.entries.get(said) ?? element("li", {}, said.text);
    this.entries.set(said, entry);
    return entry;
  }
}
