// @ts-check
// What a screen reader is told of the table: "Your turn" or "Your answer", each event once, and each message for this seat.

import { element } from "/static/element.js";

export class Announcer {
  /** `events`: those of the table are read aloud here; else by another part of the page. */
  constructor({ events = true } = {}) {
    this.events = events;
    this.isPrivate = false; // What was read aloud last was for this seat alone.
    this.root = element("p", { className: "unseen", role: "status", "aria-live": "polite" });
    this.before = { event: "", notice: "", asked: "", number: 0 };
    this.pause = ""; // What was read aloud of a screen that is not the game's, while there is one.
  }

  /** Tell this, too. */
  say(text, isPrivate = false) {
    this.isPrivate = isPrivate;
    this.root.textContent = text;
  }

  /** Nothing that is for this seat alone can be heard any more. */
  hide() {
    if (this.isPrivate) this.say("");
  }

  /** `covered`: the messages of this seat are not read aloud now. */
  take(/** @type {any} */ { event = "", notice = "", turn = "", yours = false, number = 0, device = null }, covered) {
    const { before, pause } = this;
    this.pause = device ? device.lines.join(" ") : "";
    if (device) {
      if (this.pause !== pause) this.say(this.pause);
      return;
    }
    const parts = pause ? ["The game goes on."] : [];
    if (event !== before.event && this.events) parts.push(event);
    const known = before.notice.split("\n");
    const unread = covered ? [] : notice.split("\n").filter((/** @type {string} */ text) => !known.includes(text) && !event.includes(text));
    const isRead = unread.length > 0;
    parts.push(...unread);
    const asked = yours ? turn : ""; // "Your turn", or "Your answer" to what somebody proposes.
    if (asked && asked !== before.asked) parts.push(`${asked}.`);
    this.before = { event, notice, asked, number };
    if (parts.length) this.say(parts.join(" "), isRead);
  }
}
