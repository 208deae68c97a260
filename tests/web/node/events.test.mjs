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
  return listed({}, messages);
}

/** The same for a list that is made in a way of its own. */
function listed(way, messages) {
  const made = list(99);
  const events = new Events(made, way);
  for (const message of messages) events.take(message);
  return seen(made);
}
const said = (text, number) => ({ type: "said", text, number });
const move = (number, text) => [{ type: "public", number }, said(text, number), { type: "event", text: `${text} And now?` }];

test("the event line tells of the last move, and the list of those before it", () => {
  assert.deepEqual(told(...move(1, "One."), ...move(2, "Two.")), ["One."]);
  const silent = [{ type: "public", number: 3 }, { type: "event", text: "Ann goes on." }];
  assert.deepEqual(told(...move(1, "One."), ...move(2, "Two."), ...silent), ["Two.", "One."], "a move that left no line");
  const asked = [said("Ann asks for a hint.", 2), { type: "event", text: "Ann asks for a hint." }];
  assert.deepEqual(told(...move(2, "Two."), ...asked), ["Two."]);
});

test("a page without an event line, such as a phone that has just joined, lists the newest, too", () => {
  assert.deepEqual(told({ type: "log", said: [said("Ann is left out.", 0)] }), ["Ann is left out."]);
});

test("a list that is opened to be read has all, the newest too", () => {
  assert.deepEqual(listed({ scrolls: true }, [...move(1, "One."), ...move(2, "Two.")]), ["Two.", "One."]);
});

test("a log that is told anew takes the place of the one before, and fifty lines are kept", () => {
  const many = Array.from({ length: 60 }, (_, at) => move(at, String(at))).flat();
  assert.deepEqual([told(...many).length, told(...many)[0]], [49, "58"]);
  assert.deepEqual(told(...many, { type: "log", said: [] }, { type: "public", number: 0 }), []);
  const log = { type: "log", said: [said("One.", 1), said("Two.", 2)] };
  assert.deepEqual(told(...many, { type: "public", number: 2 }, log), ["One."]);
});
