// What a panel shows, from its data alone: the bar of a move, what it is worth, and what must be read.

import assert from "node:assert/strict";
import test from "node:test";

import { document } from "./browser.mjs";

const { begun, taken } = await import("/static/touch/model.js");
const { aside, deviceOf, shownOf } = await import("/static/touch/view.js");

const MOVE = { move: "guess", digits: [4, 0] };
const DATA = { number: 3, game: "nim", to: "game", names: ["Ann", "Bob"], turn: "Your turn", event: "Bob took two.", notice: "", lines: [], prompt: null, promising: ["guess"], promise: null, yours: true, view: { game: "nim", seats: 2, seat: 0, to_act: [0], winners: null, scores: [0, 0] } };
const READY = { hint: "Two digits", label: "Guess", ready: { move: MOVE, text: "4 0" }, main: [], side: [] };

/** What is shown, and what its buttons did. */
function seen(data, board, { lost = "", ...more } = {}) {
  const done = [];
  const buttons = new Map();
  const note = (name) => (...about) => done.push([name, ...about]);
  const button = (key, attributes, act, ...children) => {
    buttons.set(key, { ...attributes, act, text: children.join("") });
    return document.createElement("button");
  };
  const ui = { prompt: data.prompt, draft: {}, memory: {}, levels: {}, button, send: note("send") };
  const acts = { put: note("put"), read: note("read"), forget: note("forget"), press: note("press") };
  const { model } = taken(begun(), data);
  const all = { ...model, ...more };
  const shown = data.device ? deviceOf(all, lost, ui, acts) : shownOf(all, board, lost, "hint-1", ui, acts);
  const tap = (key) => (buttons.get(key).act(), done.splice(0));
  return { shown, buttons, tap };
}

test("a whole move is named in the bar, sent by its button, and asked about", () => {
  const { shown, buttons, tap } = seen(DATA, { ...READY, undo: { digits: [4] } });
  assert.equal(shown.words.hint, "4 0");
  assert.deepEqual([tap("bar go"), tap("bar ask"), tap("bar undo")], [[["send", MOVE, "game"]], [["send", MOVE, "promise"]], [["put", { digits: [4] }]]]);
  assert.equal(buttons.get("bar go").disabled, false);
  assert.equal(seen(DATA, { ...READY, ready: null }).buttons.get("bar go").disabled, true);
});

test("what a move is worth stands beside that move alone", () => {
  const promise = { move: { digits: [4, 0], move: "guess" }, words: "Leaves about 12." };
  const { shown, buttons } = seen({ ...DATA, promise }, READY);
  assert.deepEqual([shown.words.worth, buttons.has("bar ask")], ["Leaves about 12.", false]);
  const other = seen({ ...DATA, promise: { ...promise, move: { move: "guess", digits: [0, 4] } } }, READY);
  assert.deepEqual([other.shown.words.worth, other.buttons.has("bar ask")], ["", true]);
});

test("a board that says nothing else is secret, and one with nothing to do takes no room", () => {
  assert.deepEqual([seen(DATA, READY).shown.isSecret, seen(DATA, { ...READY, open: true }).shown.isSecret], [true, false]);
  const nothing = { main: [], side: [] };
  assert.equal(seen(DATA, nothing).shown.isEmpty, true);
  assert.equal(seen(DATA, nothing, { isSlow: true }).shown.isEmpty, false);
  assert.equal(seen(DATA, nothing, { isSlow: true }).shown.words.hint, "Sending …");
});

test("what can be done for whoever is away stands above the pad, and goes to the menu", () => {
  const move = { move: "stand_in", place: 1 };
  const offers = { kind: "choose", title: "Bob's phone is away.", help: "", confirm: false, options: [{ move, label: "Machine", text: "Machine for Bob\tuntil the phone is back" }] };
  const { shown, tap } = seen({ ...DATA, offers }, { main: [], side: [], pad: [document.createElement("button")] });
  assert.equal(shown.nodes.pad.length, 2);
  assert.match(shown.nodes.pad[0].textContent, /^Bob's phone is away\./);
  assert.deepEqual([tap("offer choose 0"), shown.isEmpty], [[["send", move, "menu"]], false]);
});

test("while a board is loaded, only the words of the frame change", () => {
  const { words, nodes } = seen(DATA, null).shown;
  assert.deepEqual([Object.keys(words), Object.keys(nodes)], [["name", "turn", "told"], ["notice"]]);
});

test("a message of the table is read at the table, and a lost tap on this page", () => {
  assert.deepEqual(seen({ ...DATA, notice: "Not that." }, READY).tap("notice ok"), [["read"]]);
  const { shown, tap } = seen(DATA, READY, { lost: "Tap again." });
  assert.deepEqual([shown.isLost, tap("notice ok")], [true, [["forget"]]]);
  assert.deepEqual(seen(DATA, READY).shown.nodes.notice, []);
});

test("a round that is over, and sentences above a question, stand in the place of the board", () => {
  const recap = { title: "Round 1", winner: 1, did: "wins", note: "Lowest wins", shares: [], scene: ["4"], names: ["Ann", "Bob"] };
  const board = { scene: (pieces) => document.createElement(pieces.length ? "b" : "i") };
  const { main, open } = aside({ ...DATA, recap, lines: ["Bob wants to end this game.", "Do you agree?"] }, {}, board);
  assert.deepEqual([main.map((node) => node.className), open], [["recap", "lines"], true]);
  assert.ok(main[0].querySelector("b"), "what ended it is drawn as on its board");
  assert.match(main[1].textContent, /this game\. Do you agree\?$/);
});

test("the own tiles stay in sight while a question stands in front of the game", () => {
  const own = [document.createElement("b")];
  const board = { draw: (_, { prompt }) => (prompt === null ? { own } : {}) };
  assert.deepEqual(aside({ ...DATA, lines: ["You hold it yourself. Guess it all the same?"] }, {}, board).own, own);
});

test("who won and how is told once", () => {
  const over = { ...DATA, prompt: { kind: "choose", title: "Bob wins", options: [] }, view: { ...DATA.view, winners: [1] }, lines: ["Bob found your code. Bob wins."] };
  const { shown } = seen(over, { hint: "Bob wins", main: [], side: [] });
  assert.deepEqual([shown.words.hint, shown.nodes.scene[0].className], ["", "result"]);
  assert.equal(shown.nodes.scene[0].querySelector("p").textContent, "Bob found your code. Bob wins.");
  assert.equal(seen({ ...over, view: DATA.view }, { hint: "Bob wins", main: [], side: [] }).shown.words.hint, "Bob wins");
});

test("keys of a screen that is no game's are pressed by their words", () => {
  const { shown, tap, buttons } = seen({ device: { lines: ["Paused."], keys: ["◀", "", "OK ●"] } });
  assert.deepEqual([tap("device left"), tap("device right")], [[["press", "left"]], [["press", "right"]]]);
  assert.deepEqual([buttons.get("device left").text, buttons.get("device right").text, buttons.has("device middle")], ["Back ◀", "OK", false]);
  assert.equal(shown.isEmpty, false);
});
