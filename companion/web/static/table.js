// @ts-check
// The public page: the middle of the table, large, for everybody to see.

import { at } from "/static/element.js";
import { Codes } from "/static/codes.js";
import { Events } from "/static/events/events.js";
import { openLink } from "/static/link.js";
import { Middle } from "/static/middle.js";
import { Settings } from "/static/touch/settings.js";
import { TableSounds } from "/static/sounds/table_sounds.js";

const middle = new Middle();
const codes = new Codes(at("codes"));
const events = new Events(at("events"));
const sounds = new TableSounds(at("sounds"), new Settings());
openLink("/ws/table", {
  onText(message) {
    middle.take(message);
    codes.take(message);
    events.take(message);
    sounds.take(message);
  },
});
