// What a prompt allows, and what a tap makes of what is half entered.

import assert from "node:assert/strict";
import test from "node:test";

import { document } from "./browser.mjs";

const { barred, dialled, leafOf, leaves, leavesOf, options, possible } = await import("/static/boards/legal.js");
const { fill, undone } = await import("/static/boards/ask.js");
const { without } = await import("/static/boards/common.js");

const PASS = { kind: "choose", title: "Pass?", confirm: true, options: [{ move: { move: "pass" }, text: "Pass" }] };
const SURE = { kind: "choose", title: "Which?", options: [{ move: { move: "take" }, text: "Take" }, { move: { move: "stop" }, text: "Stop" }] };
const DIAL = {
  kind: "dial",
  move: "lay_down",
  fixed: [["card", "KEY"]],
  wheels: [
    { field: "number", symbols: [{ value: 1 }, { value: 2 }] },
    { field: "place", symbols: [{ value: "A" }, { value: "B" }] },
  ],
  barred: [[1, "A"], [2, "A"]],
};
const FILL = { kind: "fill", move: "set_code", length: 4, repeats: 1, apart: [] };
const MENU = {
  kind: "menu",
  branches: [
    { text: "Cards", prompt: { kind: "menu", branches: [{ text: "Lock in", prompt: DIAL }, { text: "Give up", prompt: PASS }] } },
    { text: "Turn", prompt: SURE },
    { text: "Code", prompt: FILL },
  ],
};

test("every prompt at the end of the menus is found", () => {
  assert.deepEqual([leaves(MENU), leaves(null), leaves(SURE)], [[DIAL, PASS, SURE, FILL], [], [SURE]]);
});

test("a leaf is found by its kind and its move", () => {
  assert.equal(leafOf(MENU, "dial", "lay_down"), DIAL);
  assert.equal(leafOf(MENU, "fill", "lay_down"), undefined);
  assert.equal(leafOf(MENU, "dial", "set_code"), undefined);
  assert.deepEqual([leavesOf(MENU, "fill", "set_code"), leavesOf(MENU, "fill", "take")], [[FILL], []]);
});

test("whole moves are those of the choices", () => {
  assert.deepEqual(options(MENU).map(({ text }) => text), ["Pass", "Take", "Stop"]);
});

test("a symbol is barred where it stands as often as it may, but for its own place", () => {
  const once = { ...FILL, repeat_rule: "No colour twice." };
  const row = ["red", "blue", null, null];
  assert.equal(barred(once, row, 2, "red"), "No colour twice.");
  assert.equal(barred(once, row, 2, "green"), "");
  assert.equal(barred(once, row, 0, "red"), "");
  assert.notEqual(barred(FILL, row, 2, "red"), "", "a reason, also where the game gives none");
  assert.equal(barred({ ...once, repeats: 2 }, row, 2, "red"), "");
  assert.equal(barred({ ...once, repeats: 2 }, ["red", "red", null, null], 2, "red"), "No colour twice.");
});

test("two places that must differ bar each other's symbol, and no third one's", () => {
  const fills = { ...FILL, repeats: 4, apart: [[0, 1], [2, 3]], apart_rule: "No two alike." };
  const row = [7, null, null, 5];
  const found = [[1, 7], [2, 5], [2, 7], [1, 5]].map(([place, value]) => barred(fills, row, place, value));
  assert.deepEqual(found, ["No two alike.", "No two alike.", "", ""]);
  assert.equal(barred(fills, [null, 7, null, null], 0, 7), "No two alike.", "whichever of them is set");
});

test("a setting of a dial is possible while some move of it is", () => {
  const all = [[null, null], [1, null], [null, "A"], [null, "B"], [1, "A"], [2, "A"], [1, "B"]];
  assert.deepEqual(all.map((values) => possible(DIAL, values)), [true, true, false, true, false, false, true]);
  assert.equal(possible({ ...DIAL, barred: undefined }, [1, "A"]), true);
});

test("the move of a dial holds what is fixed and each wheel's value in its field", () => {
  assert.deepEqual(dialled(DIAL, [2, "B"]), { move: "lay_down", card: "KEY", number: 2, place: "B" });
  assert.deepEqual(dialled({ ...DIAL, fixed: undefined }, [1, "B"]), { move: "lay_down", number: 1, place: "B" });
});

/** A row of four that is filled by taps of these; what stands there and what one step back brings. */
function filled(...taps) {
  const prompt = { ...FILL, title: "Code", field: "pegs", repeats: 4, symbols: ["r", "g", "b", "y"].map((value) => ({ value, label: value, name: value })) };
  let draft = {};
  const acts = {};
  const ui = {
    button: (key, _about, act) => ((acts[key] = act), document.createElement("button")),
    set: (change) => (draft = { ...draft, ...change }),
  };
  const shown = () => fill(prompt, { ...ui, draft });
  for (const tap of taps) {
    const { undo } = shown();
    if (tap === "undo") draft = undo;
    else acts[tap]();
  }
  return shown();
}
const place = (at) => `place ${at}`;
const symbol = (value) => `symbol ${value}`;

test("symbols go into the next empty place, and a whole row is a move", () => {
  const half = filled(symbol("r"), symbol("g"));
  assert.deepEqual([half.values, half.ready], [["r", "g", null, null], null]);
  const { ready } = filled(symbol("r"), symbol("g"), symbol("b"), symbol("r"));
  assert.deepEqual(ready, { text: "r, g, b, r", move: { move: "set_code", pegs: ["r", "g", "b", "r"] } });
});

test("a place that is tapped is emptied and filled next", () => {
  const row = [symbol("r"), symbol("g"), symbol("b"), place(0)];
  assert.deepEqual(filled(...row).values, [null, "g", "b", null]);
  assert.deepEqual(filled(...row, symbol("y")).values, ["y", "g", "b", null]);
  assert.deepEqual(filled(place(3), symbol("y")).values, [null, null, null, "y"]);
});

test("each step back takes the symbol away that came last, wherever it stands", () => {
  const row = [symbol("r"), symbol("g"), place(0), symbol("b")];
  const back = [0, 1].map((steps) => filled(...row, ...Array(steps + 1).fill("undo")).values);
  assert.deepEqual(back, [[null, "g", null, null], [null, null, null, null]]);
  assert.equal(filled(...row, "undo", "undo").undo, null);
  assert.equal(undone({}, [null]), null);
  assert.deepEqual(without({ values: 1, at: 2, tab: 3 }, "values", "at"), { tab: 3 });
});
