// @ts-check
// One hint at a time, for who needs it: a hint goes for ever when what it teaches was done, or when it was closed.

import { element, say } from "/static/element.js";
import { ofBrowser } from "/static/storage.js";

const PRESSES = 6; // So many keys pressed, and how to press them is known.
const HELD = 500; // Milliseconds after which ● counts as held.
const MEMORY = "hints done";
const LESSONS = {
  press: "Press a seat's keys by mouse, by touch, or by the letters on them.",
  lift: "Secrets are covered. Lift, or both outer keys held, shows a seat's own.",
  hold: "Hold ● to go back a step, or to open the menu with pages and rules.",
  touch: "Alone you play by touch. Keys, beside your name, shows the seat's screen and keys again.",
};

export class Hints {
  constructor(root) {
    this.text = element("span");
    const close = element("button", { type: "button" }, "Got it");
    close.addEventListener("click", () => this.learn(this.shown));
    root.replaceChildren(this.text, close);
    this.root = root;
    this.canLift = false;
    this.inGame = false;
    this.hasKeys = true;
    this.isSwitched = false;
    this.done = new Set((ofBrowser.getItem(MEMORY) ?? "").split(" "));
    this.presses = 0;
    this.down = new Map();
    this.show();
  }

  /** The game is at this moment now. */
  at({ view }) {
    this.inGame = view.game !== "lobby";
    this.show();
  }

  /** Whether somebody here plays with keys; who plays by touch, or is the machine, has no use for what is said of them. */
  setKeys(hasKeys) {
    this.hasKeys = hasKeys;
    this.show();
  }

  /** A seat was switched to touch, and its player has not asked for it. */
  nowByTouch() {
    this.isSwitched = true;
    this.show();
  }

  /** A key went down or up. */
  key(seat, key, down) {
    const since = this.down.get(`${seat} ${key}`);
    if (down) {
      this.down.set(`${seat} ${key}`, performance.now());
      this.presses += 1;
      if (this.presses >= PRESSES) this.learn("press");
      if (this.down.has(`${seat} left`) && this.down.has(`${seat} right`)) this.learn("lift");
      return;
    }
    this.down.delete(`${seat} ${key}`);
    if (key === "middle" && performance.now() - since >= HELD) this.learn("hold");
  }

  learn(lesson) {
    if (this.done.has(lesson)) return;
    this.done.add(lesson);
    ofBrowser.setItem(MEMORY, [...this.done].join(" ").trim());
    this.show();
  }

  show() {
    const ofKeys = ["press", ...(this.inGame && this.canLift ? ["lift"] : []), ...(this.inGame ? ["hold"] : [])];
    const fit = this.hasKeys ? ofKeys : this.inGame && this.isSwitched ? ["touch"] : [];
    this.shown = fit.find((lesson) => !this.done.has(lesson));
    this.root.hidden = this.shown === undefined;
    say(this.text, LESSONS[this.shown] ?? "");
  }
}
