// What a page finds in its browser, for scripts that run in Node. Import it before the script that is tested.

import { Element, Target } from "./document.mjs";

export const windowEvents = new Target();
const define = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

const named = new Map(); // The elements of the page itself: there is one for each name that a script asks for.

export const document = Object.assign(new Target(), {
  hidden: false,
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
  getElementById(id) {
    if (!named.has(id)) named.set(id, new Element("div"));
    return named.get(id);
  },
  head: Object.assign(new Element("head"), { append: (link) => setImmediate(() => link.dispatchEvent({ type: "load" })) }), // A style is there at once.
  body: new Element("body"),
});

/** A storage that forgets with the test's process. */
export class Memory {
  #kept = new Map();
  getItem(name) {
    return this.#kept.get(name) ?? null;
  }
  setItem(name, value) {
    this.#kept.set(name, String(value));
  }
}

/** Observers that a test calls by `observed()`, since nothing has a size here. */
const observers = new Set();
class Observer {
  constructor(act) {
    this.act = act;
  }
  observe() {
    observers.add(this.act);
  }
  disconnect() {
    observers.delete(this.act);
  }
}

export function observed() {
  for (const act of observers) act();
}

define("document", document);
define("window", globalThis);
define("Node", { ELEMENT_NODE: 1 });
define("Element", Element);
define("requestAnimationFrame", (act) => act());
define("navigator", { userAgent: "Test" });
define("localStorage", new Memory());
define("sessionStorage", new Memory());
define("ResizeObserver", Observer);
define("MutationObserver", Observer);
define("addEventListener", (kind, act, how) => windowEvents.addEventListener(kind, act, how));

/** An event at an element, which bubbles; at the window where there is none. */
export function fire(target, kind, about = {}) {
  const event = { type: kind, target, defaultPrevented: false, preventDefault: () => (event.defaultPrevented = true), ...about };
  for (let at = target; at; at = at.parentElement) at.dispatchEvent(event);
  windowEvents.dispatchEvent(event);
  return event;
}

/** The page goes to the background, or comes back. */
export function hidePage(hidden) {
  document.hidden = hidden;
  document.dispatchEvent({ type: "visibilitychange" });
}

/** Stops the page's clock for a test; what this returns moves it on by milliseconds, and calls what is due meanwhile. */
export function stopClock(test) {
  const due = new Map();
  let now = 0;
  let last = 0;
  test.mock.method(performance, "now", () => now);
  test.mock.method(globalThis, "setTimeout", (act, after) => (due.set((last += 1), { act, at: now + after }), last));
  test.mock.method(globalThis, "clearTimeout", (timer) => due.delete(timer));
  return (milliseconds) => {
    const end = now + milliseconds;
    for (;;) {
      const [timer, next] = [...due].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
      if (!next) break;
      due.delete(timer);
      now = next.at;
      next.act();
    }
    now = end;
  };
}
