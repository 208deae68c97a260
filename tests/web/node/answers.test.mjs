// No tap is lost without a word: answers on their way to the table, and news that come while a finger is down.
//
// panel.test.mjs has what their player reads of it.

import assert from "node:assert/strict";
import test from "node:test";

import { document, fire, stopClock } from "./browser.mjs";

const { Answers } = await import("/static/touch/taps/answers.js");
const { Finger } = await import("/static/touch/taps/finger.js");

const CODE = { move: { move: "set_code" }, number: 7, to: "game" };
const OTHER = { ...CODE, move: { move: "pass" } };
const DATA = { to: "game" };
const PAUSE = { device: { lines: ["Seat 2 is away."], keys: ["", "Play on", ""] } };

/** Answers of a seat that is connected, and what the table got. */
function made() {
  const table = { got: [], connected: true };
  const answers = new Answers((answer) => table.connected && table.got.push(answer) > 0);
  return { answers, table };
}

test("a finger that taps twice means one answer, and another answer is sent", (t) => {
  const pass = stopClock(t);
  const { answers, table } = made();
  for (const answer of [CODE, CODE, OTHER]) assert.equal(answers.give(answer, false), true);
  assert.deepEqual(table.got, [CODE, OTHER]);
  pass(2400);
  answers.give(OTHER, false);
  assert.equal(table.got.length, 2);
  pass(200);
  answers.give(OTHER, false);
  assert.equal(table.got.length, 3, "after a while without news the same may be meant again");
});

test("the same answer is sent again once the table has told that it still asks", (t) => {
  stopClock(t);
  const { answers, table } = made();
  answers.give(CODE, false);
  assert.equal(answers.take(DATA, false), false);
  answers.give(CODE, false);
  assert.deepEqual(table.got, [CODE, CODE]);
});

const LOSSES = { "the connection": (answers) => answers.away(), "a pause": (answers) => answers.take(PAUSE, false) };
for (const [name, lose] of Object.entries(LOSSES)) {
  test(`an answer that arrived before ${name} is not asked for again`, (t) => {
    stopClock(t);
    const { answers } = made();
    answers.give(CODE, false);
    lose(answers);
    assert.equal(answers.take(DATA, true), false);
    assert.equal(answers.lost, "");
    assert.equal(answers.take(DATA, false), false, "and no later data brings it back");
  });

  test(`an answer that was refused before ${name} was not lost`, (t) => {
    stopClock(t);
    const { answers } = made();
    answers.give(CODE, false);
    lose(answers);
    assert.equal(answers.take({ ...DATA, notice: "A code has six digits." }, false), false);
    assert.equal(answers.lost, "");
  });
}

test("an answer that brought news is met, whatever happens to the connection after it", (t) => {
  stopClock(t);
  const { answers } = made();
  answers.give(CODE, false);
  answers.take(DATA, true);
  answers.away();
  assert.equal(answers.take(DATA, false), false);
});

test("a lost tap is told until there is news", (t) => {
  stopClock(t);
  const { answers } = made();
  answers.give(CODE, false);
  answers.away();
  answers.take(DATA, false);
  answers.take(DATA, false);
  assert.match(answers.lost, /Tap again/);
  answers.take(DATA, true);
  assert.equal(answers.lost, "");
});

test("a wish of the menu is met by any data", (t) => {
  stopClock(t);
  const { answers } = made();
  answers.give({ ...CODE, to: "menu" }, false);
  answers.take(DATA, false);
  answers.away();
  assert.equal(answers.take(DATA, false), false);
});

test("in a pause nothing is sent, not even what was given before", (t) => {
  stopClock(t);
  const { answers, table } = made();
  answers.give(CODE, false);
  answers.take(PAUSE, false);
  assert.equal(answers.give(CODE, true), false);
  assert.deepEqual(table.got, [CODE]);
  assert.match(answers.lost, /did not reach/);
});

/** A finger on a board with a button that acts; `news` are shown as they come. */
function board(test) {
  const pass = stopClock(test);
  const root = document.createElement("section");
  const button = document.createElement("button");
  button.dataset.act = "choose 0";
  const text = document.createElement("span");
  button.append(text);
  root.append(button);
  const seen = [];
  root.addEventListener("click", () => seen.push("click"));
  const finger = new Finger(root);
  return { root, button, text, seen, finger, pass, news: (name) => finger.wait(() => seen.push(name)) };
}

test("news are shown at once while no finger is down", (t) => {
  const { seen, news, finger } = board(t);
  news("first");
  assert.deepEqual(seen, ["first"]);
  finger.leave();
  assert.deepEqual(seen, ["first"]);
});

test("a tap counts for what was there when the finger went down: the news come after its click", (t) => {
  const { text, seen, news, pass } = board(t);
  fire(text, "pointerdown");
  news("first");
  fire(text, "pointerup");
  news("second");
  pass(300);
  assert.deepEqual(seen, []);
  fire(text, "click");
  assert.deepEqual(seen, ["click", "first", "second"]);
  news("third");
  assert.deepEqual(seen.slice(3), ["third"]);
});

test("news wait for no finger that scrolls, or that is on no button", (t) => {
  const { root, button, seen, news } = board(t);
  fire(button, "pointerdown");
  news("first");
  fire(root, "pointercancel");
  assert.deepEqual(seen, ["first"]);
  fire(root, "pointerdown");
  news("second");
  assert.deepEqual(seen, ["first", "second"]);
  fire(root, "pointerup");
  news("third");
  assert.deepEqual(seen, ["first", "second", "third"]);
});

test("a finger that stays does not tap, and one that brings no click has left", (t) => {
  const { button, seen, news, pass } = board(t);
  fire(button, "pointerdown");
  news("first");
  pass(1900);
  assert.deepEqual(seen, []);
  pass(200);
  assert.deepEqual(seen, ["first"]);
  fire(button, "pointerdown");
  news("second");
  pass(1000);
  fire(button, "pointerup");
  pass(500);
  assert.deepEqual(seen, ["first", "second"]);
});
