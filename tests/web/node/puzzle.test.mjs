// The page of puzzles, while its answers come late: each belongs to the puzzle that was shown when it was asked for.

import assert from "node:assert/strict";
import test from "node:test";

import { document, fire } from "./browser.mjs";

const DAY = "2026-03-01";
const view = { game: "mastermind", seats: 1, seat: 0, to_act: [0], phase: "guess", scores: [0], winners: null, rows: [], past: [], codemaker: "table", decoder: 0, code: null, games: 1, game_number: 1, pegs: 4, max_rows: 9, words: { piece: ["peg", "pegs"], symbol: ["colour", "colours"], exact: ["red", "red"], near: ["white", "white"], arms: true } };
const symbols = [["red", "R"], ["blue", "B"]].map(([value, label]) => ({ value, label, name: value }));
const prompt = { kind: "fill", title: "", help: "", move: "guess", field: "pegs", symbols, length: 1, repeats: 1, accept: "Guess", columns: 0 };
const puzzle = (level) => ({ game: "mastermind", title: level, task: level, level, grade: "", view, names: ["You"], prompt, hints: ["It is red."] });
const OFFERED = { games: { mastermind: "Mastermind" }, editions: {}, levels: ["easy", "medium"], today: "mastermind" };

let held = new Map(); // The requests that the table has not answered: what answers each.
globalThis.location = { hash: `#${DAY}/mastermind/easy` };
globalThis.history = { replaceState() {} };
globalThis.fetch = (path) => {
  const name = path.replace(`/puzzle/${DAY}`, "").replace("/mastermind/", "");
  return new Promise((done) => held.set(name, (body, ok = true) => done({ ok, status: ok ? 200 : 500, json: async () => body })));
};

const at = (id) => document.getElementById(id);
const settled = () => new Promise((done) => setTimeout(done));

async function until(holds) {
  for (let turns = 0; !holds(); turns += 1) {
    assert.ok(turns < 10_000, "waited in vain");
    await settled();
  }
}

/** The table answers a request: of a day "", of a puzzle "easy", of what is asked about it "easy/answer". */
async function answers(name, body, ok = true) {
  const asked = () => [...held.keys()].find((one) => one.split("?")[0] === name);
  await until(() => asked() !== undefined);
  const key = asked();
  held.get(key)(body, ok);
  held.delete(key);
  await settled();
}

/** The table answers with a puzzle, which is in sight then. */
async function shows(level) {
  await answers(level, puzzle(level));
  await until(() => document.body.dataset.shown === `${DAY}/mastermind/${level}`);
}

/** Another level is chosen; its puzzle is fetched. */
const choose = (level) => fire(at("offered").querySelector(`[data-puzzle="mastermind/${level}"]`), "click");
/** A button of the board is clicked, by its key. */
const tap = (key) => {
  const button = ["pad", "ways"].map((id) => at(id).querySelector(`[data-id="${key}"]`)).find(Boolean);
  assert.ok(button, key);
  at("shown").dispatchEvent({ type: "click", target: button });
};
const verdict = () => at("verdict").textContent;

at("choice").reportValidity = () => true;
// Nothing of the page is loaded as long as the table is asked what it offers.
const loaded = import("/static/puzzle/puzzle.js");
await answers("", OFFERED);
await shows("easy");
await loaded;

test("an answer that is shown late is not shown below another puzzle, which counts", async () => {
  assert.equal(at("title").textContent, "easy");
  fire(at("solve"), "click");
  choose("medium");
  await shows("medium");
  await answers("easy/solution", { answer: ["blue"] });
  assert.equal(verdict(), "");
  tap("symbol red");
  tap("check");
  await answers("medium/answer", { right: true, why: "So it is." });
  assert.match(verdict(), /Right/);
  assert.ok(localStorage.getItem("companion-puzzles").includes(`${DAY}/mastermind/medium`));
});

test("a verdict that comes late counts for its own puzzle, and is not shown below another one", async () => {
  choose("easy");
  await shows("easy");
  tap("symbol red");
  tap("check");
  choose("medium");
  await shows("medium");
  const before = verdict();
  await answers("easy/answer", { right: true, why: "So it is." });
  assert.equal(verdict(), before);
  assert.ok(localStorage.getItem("companion-puzzles").includes(`${DAY}/mastermind/easy`));
});

test("a puzzle that comes late is not shown in place of the one that was chosen since", async () => {
  choose("easy");
  choose("medium");
  await shows("medium");
  await answers("easy", puzzle("easy"));
  assert.equal(at("title").textContent, "medium");
});

test("while a puzzle is fetched nothing is answered, and one that cannot be fetched leaves none in sight", async () => {
  choose("easy");
  fire(at("solve"), "click");
  tap("check");
  fire(at("help"), "click");
  await settled();
  assert.deepEqual([...held.keys()], ["easy"]);
  await answers("easy", { error: "Not now." }, false);
  assert.deepEqual([at("shown").hidden, at("shown").hasAttribute("aria-busy"), at("fault").textContent], [true, false, "Not now."]);
});
