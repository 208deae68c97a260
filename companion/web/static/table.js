// The public page: the middle of the table, large, for everybody to see.

import { Codes } from "/static/codes.js";
import { Events } from "/static/events/events.js";
import { openLink } from "/static/link.js";
import { Middle } from "/static/middle.js";
import { Settings } from "/static/touch/settings.js";
import { TableSounds } from "/static/sounds/table_sounds.js";

const middle = new Middle();
const codes = new Codes(document.getElementById("codes"));
const events = new Events(document.getElementById("events"));
const sounds = new TableSounds(document.getElementById("sounds"), new Settings(), middle.countdown);
openLink("/ws/table", {
  onText(message) {
    middle.take(message);
    codes.take(message);
    events.take(message);
    sounds.take(message);
  },
});
