// The last events of the table: which are told again, and how many fit.

import assert from "node:assert/strict";
import test from "node:test";

import { observed } from "./browser.mjs";

const { element } = await import("/static/element.js");
const { Events } = await import("/static/events/events.js");
const { newest } = await import("/static/events/newest.js");

/** A list of which so many entries have room. */
function list(room) {
  const made = element("ol");
  made.room = room;
  Object.defineProperty(made, "clientHeight", { get: () => 20 * made.room });
  Object.defineProperty(made, "scrollHeight", { get: () => 20 * made.children.filter((one) => !one.hidden).length });
  return made;
}
const seen = (made) => made.children.filter((one) => !one.hidden).map((one) => one.textContent);
const entries = (...texts) => texts.map((text) => element("li", {}, text));
const more = (number) => `and ${number} more`;

test("as many of the newest as fit are shown, and a line counts the rest", () => {
  const made = list(3);
  newest(made, more)(entries("5", "4", "3", "2", "1"));
  assert.deepEqual(seen(made), ["5", "4", "and 3 more"]);
});

test("all that fit are shown without a line", () => {
  const made = list(3);
  newest(made, more)(entries("3", "2", "1"));
  assert.deepEqual(seen(made), ["3", "2", "1"]);
});

test("without such a line, the rest is left out", () => {
  const made = list(3);
  newest(made)(entries("5", "4", "3", "2", "1"));
  assert.deepEqual(seen(made), ["5", "4", "3"]);
});

test("in a box without room for a line, there is none", () => {
  const made = list(0);
  newest(made, more)(entries("2", "1"));
  assert.deepEqual(seen(made), []);
});

test("a box that grows or shrinks shows more or fewer", () => {
  const made = list(2);
  newest(made, more)(entries("4", "3", "2", "1"));
  assert.deepEqual(seen(made), ["4", "and 3 more"]);
  made.room = 4;
  observed();
  assert.deepEqual(seen(made), ["4", "3", "2", "1"]);
  made.room = 3;
  observed();
  assert.deepEqual(seen(made), ["4", "3", "and 2 more"]);
});

/** What the list of events holds after these, the newest first. */
function told(...messages) {
  const made = list(99);
  const events = new Events(made);
  for (const message of messages) events.take(message);
  return seen(made);
}
const event = (text, once = false) => ({ type: "event", text, once });

test("the newest event stands elsewhere, and one that is told twice is listed once", () => {
  assert.deepEqual(told(event("One."), event("Two."), event("Two."), event("Three.")), ["Two.", "One."]);
  assert.deepEqual(told(event("One."), event("Two."), event("One.")), ["Two.", "One."], "not in a row: it happened twice");
});

test("D16: what is said once does not come into the list", () => {
  const claim = event("Kim: it is a 4. Wrong!", true);
  assert.deepEqual(told(event("One."), claim), ["One."]);
  assert.deepEqual(told(event("One."), claim, event("Lou takes a tile.")), ["One."]);
});

test("twelve are kept, and those of a table that tells them again are forgotten", () => {
  const many = Array.from({ length: 20 }, (_, at) => event(String(at)));
  assert.deepEqual(told(...many), Array.from({ length: 11 }, (_, at) => String(18 - at)));
  assert.deepEqual(told(...many, { type: "hello" }, event("One."), event("Two.")), ["One."]);
  assert.deepEqual(told(event("One."), event("Two."), { type: "clock" }), ["One."]);
});
