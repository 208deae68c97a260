// @ts-check
// The last events of the table: the newest one stands in a place of its own, this is the list of those before it. What is said
// once, such as a wrong claim that players have to remember, does not come into the list.

import { element } from "/static/element.js";
import { newest } from "/static/events/newest.js";

const KEPT = 12;

/** The list in `root`. */
export class Events {
  constructor(root) {
    this.show = newest(root);
    this.told = [];
  }

  take(message) {
    if (message.type === "hello") this.told = []; // The table tells them again.
    else if (message.type === "event") this.told = [message, ...this.told.filter(({ text, once }, at) => at || !(once || text === message.text))];
    else return;
    this.told.length = Math.min(this.told.length, KEPT);
    this.show(this.told.slice(1).map(({ text }) => element("li", {}, text)));
  }
}
