// @ts-check
// The log of the game: the event line tells of the last move, this is the list of what happened before it. What has to be
// remembered, such as a wrong claim, never comes into it.

import { element } from "/static/element.js";
import { newest } from "/static/events/newest.js";

const KEPT = 50;

/** The list in `root`. */
export class Events {
  constructor(root) {
    this.show = newest(root);
    this.said = []; // The newest first.
    this.event = "";
    this.number = 0;
  }

  take(message) {
    if (message.type === "log") this.said = [...message.said].reverse();
    else if (message.type === "said") this.said = [message, ...this.said].slice(0, KEPT);
    else if (message.type === "event") this.event = message.text;
    else if (message.type === "public") this.number = message.number;
    else return;
    const told = this.said.filter(({ text, number }, at) => at > 0 || (number !== this.number && text !== this.event));
    this.show(told.map(({ text }) => element("li", {}, text)));
  }
}
