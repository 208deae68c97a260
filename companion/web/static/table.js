// The public page: the middle of the table, large, for everybody to see.

import { Codes } from "/static/codes.js";
import { Events } from "/static/events/events.js";
import { openLink } from "/static/link.js";
import { Middle } from "/static/middle.js";

const middle = new Middle();
const codes = new Codes(document.getElementById("codes"));
const events = new Events(document.getElementById("events"));
openLink("/ws/table", {
  onText(message) {
    middle.take(message);
    codes.take(message);
    events.take(message);
  },
});
