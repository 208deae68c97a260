// A western die on the page lies as it lies on the table.

import assert from "node:assert/strict";
import test from "node:test";

import { fire } from "./browser.mjs";

const { Die } = await import("/static/die/die.js");
const { element } = await import("/static/element.js");
const { face, faces, isOrientation } = await import("/static/die/cube.js");
const { dieOf, fromSeat, showsSides } = await import("/static/games/passcode/board.js");

/** All ways in which a die can lie, as [top, front, right], by quarter turns from one that every western die has (P1). */
function turnedFrom(first) {
  const all = new Map([[first.join(), first]]);
  for (const [top, front, right] of all.values()) {
    for (const next of [[top, right, 7 - front], [front, 7 - top, right]]) all.set(next.join(), next);
  }
  return [...all.values()];
}
const ALL = turnedFrom([1, 2, 3]);

test("P1: from its top and front the other faces of a die are known, in all 24 ways to lie", () => {
  assert.equal(ALL.length, 24);
  for (const [top, front, right] of ALL) {
    const wanted = { top, front, right, left: 7 - right, back: 7 - front, bottom: 7 - top };
    assert.deepEqual(faces({ top, front }), wanted, `${top} on top, ${front} in front`);
  }
});

test("a face has as many pips as it counts, and looks the same upside down", () => {
  for (let value = 1; value <= 6; value += 1) {
    const pips = face(value).children.map((one) => one.className === "pip");
    assert.equal(pips.filter(Boolean).length, value);
    assert.deepEqual([...pips].reverse(), pips);
  }
});

test("P1: a die can lie in these ways and in no other", () => {
  const can = new Set(ALL.map(([top, front]) => `${top} ${front}`));
  for (let top = 1; top <= 6; top += 1) for (let front = 1; front <= 6; front += 1) assert.equal(isOrientation(top, front), can.has(`${top} ${front}`), `${top} ${front}`);
});

test("P4: while codes are made, the die lies as it was turned for the newest numbers", () => {
  for (const [top, front, right] of ALL) {
    const lies = { top, front };
    const view = (phase, number) => ({ phase, die: lies, codes: [[[null, null], [1, number, null]], [[]]] });
    assert.deepEqual(dieOf(view("codes", front)), lies);
    assert.deepEqual(dieOf(view("codes", right)), { top, front: right });
    assert.deepEqual(dieOf(view("turning", right)), lies, "it is not turned yet");
    assert.deepEqual(dieOf(view("draw", right)), lies, "another roll since");
  }
  assert.equal(dieOf({ phase: "codes", die: null, codes: [[[]]] }), null);
});

test("P2: a die is drawn as its seat sees it, with the number of that seat in front", () => {
  const lies = { top: 2, front: 3 };
  const { back, left, right } = faces(lies);
  const seen = (seats, seat) => fromSeat({ seats, seat, levels: [3] }, lies);
  assert.deepEqual([0, 1].map((seat) => seen(2, seat).front), [3, back]);
  assert.deepEqual([0, 1, 2, 3].map((seat) => seen(6, seat).front), [3, left, back, right]);
  for (const seat of [4, 5, null]) assert.equal(seen(6, seat), null, `seat ${seat} has the top, the bottom, or looks on`);
});

test("a throw and a die that was entered without a connection are told, and the die stays entered", () => {
  const state = { sent: [], connected: false };
  const die = new Die(element("section"), (message) => state.connected && state.sent.push(message) > 0);
  const press = (name) => fire(die.root.querySelector(name), "click");
  const says = () => die.root.querySelector(".die-says").textContent;
  die.take({ type: "die", state: "awaited", roller: null, rolls: 0, shown: null, said: "", throws: true, machine: "" });
  press(".throw");
  assert.match(says(), /^Not sent/);
  press('[aria-label="On top 6"]');
  press('[aria-label="In front 2"]');
  press(".counts");
  assert.match(says(), /^Not sent/);
  state.connected = true;
  press(".counts");
  assert.deepEqual(state.sent, [{ die: { top: 6, front: 2 } }]);
  assert.equal(die.root.querySelector(".counts").disabled, true);
});

test("its sides are told while they give the numbers of codes", () => {
  const told = ["codes", "turning", "first", "draw", "roll", "over"].map((phase) => showsSides({ phase }));
  assert.deepEqual(told, [true, true, false, false, false, false]);
});
