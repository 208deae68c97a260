// What a screen reader is told of the table: "Your turn", each event once, and each message for this seat.

import { element } from "/static/element.js";

export class Announcer {
  constructor() {
    this.root = element("p", { className: "unseen", role: "status", "aria-live": "polite" });
    this.before = { event: "", notice: "", yours: false, number: 0 };
    this.pause = ""; // What was read aloud of a screen that is not the game's, while there is one.
  }

  /** Tell this, too. */
  say(text) {
    this.root.textContent = text;
  }

  /** `covered`: the messages of this seat are not read aloud now. */
  take({ event = "", notice = "", yours = false, number = 0, device = null }, covered) {
    const { before, pause } = this;
    this.pause = device ? device.lines.join(" ") : "";
    if (device) {
      if (this.pause !== pause) this.root.textContent = this.pause;
      return;
    }
    const parts = pause ? ["The game goes on."] : [];
    if (event !== before.event) parts.push(event);
    if (notice && notice !== before.notice && !covered && !parts.join().includes(notice)) parts.push(notice);
    if (yours && !before.yours) parts.push("Your turn.");
    this.before = { event, notice, yours, number };
    if (parts.length) this.root.textContent = parts.join(" ");
  }
}
