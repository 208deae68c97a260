// How many days in a row a puzzle was solved in this browser.

import assert from "node:assert/strict";
import test from "node:test";

import { Memory } from "./browser.mjs";

const { shareText, Streak } = await import("/static/puzzle/puzzle_streak.js");

const solved = (streak, ...days) => days.forEach((day) => streak.solved(`${day}/mastermind/easy`, day));
const kept = (text) => {
  const memory = new Memory();
  memory.setItem("companion-puzzles", text);
  return new Streak(memory);
};

test("days in a row are counted over the ends of months and years, each once", () => {
  for (const days of [["2026-02-28", "2026-03-01"], ["2024-02-28", "2024-02-29", "2024-03-01"], ["2025-12-31", "2026-01-01"]]) {
    const streak = new Streak(new Memory());
    solved(streak, ...days, days.at(-1));
    assert.deepEqual(streak.on(days.at(-1)), { days: days.length, best: days.length }, days.join());
  }
});

test("a streak lasts until a whole day passes without a solved puzzle, and the longest one is kept", () => {
  const streak = new Streak(new Memory());
  solved(streak, "2026-03-01", "2026-03-02", "2026-03-03");
  assert.deepEqual(["2026-03-03", "2026-03-04", "2026-03-05"].map((day) => streak.on(day).days), [3, 3, 0]);
  solved(streak, "2026-03-06");
  assert.deepEqual(streak.on("2026-03-06"), { days: 1, best: 3 });
});

test("a puzzle of another day is solved, and counts for no streak", () => {
  const streak = new Streak(new Memory());
  streak.solved("2026-03-01/davinci/hard", "2026-03-02");
  assert.equal(streak.has("2026-03-01/davinci/hard"), true);
  assert.equal(streak.has("2026-03-01/davinci/easy"), false);
  assert.deepEqual(streak.on("2026-03-02"), { days: 0, best: 0 });
});

test("it goes on from what the browser kept, for a page that is loaded again", () => {
  const memory = new Memory();
  memory.setItem("companion-puzzles", JSON.stringify({ last: "2026-02-28", days: 4, best: 4, solved: [] }));
  solved(new Streak(memory), "2026-03-01");
  assert.deepEqual(new Streak(memory).on("2026-03-01"), { days: 5, best: 5 });
  assert.equal(new Streak(memory).has("2026-03-01/mastermind/easy"), true);
});

test("the last 200 puzzles are remembered", () => {
  const streak = new Streak(new Memory());
  for (let at = 0; at <= 200; at += 1) streak.solved(`2026-01-01/game/${at}`, "2026-03-01");
  streak.solved("2026-01-01/game/200", "2026-03-01");
  assert.deepEqual([0, 1, 200].map((at) => streak.has(`2026-01-01/game/${at}`)), [false, true, true]);
});

test("what is no streak, and a browser that keeps nothing, begin anew", () => {
  for (const text of ["", "null", "{", "7", '{"solved": "no"}']) {
    const streak = kept(text);
    assert.deepEqual(streak.on("2026-03-01"), { days: 0, best: 0 }, text);
    solved(streak, "2026-03-01");
    assert.equal(streak.on("2026-03-01").days, 1, text);
  }
  const refused = { getItem: () => null, setItem: () => { throw new Error("full"); } };
  solved(new Streak(refused), "2026-03-01");
  const closed = { ...refused, getItem: () => { throw new Error("closed"); } };
  assert.equal(new Streak(closed).has("2026-03-01/mastermind/easy"), false);
});

test("a result is told with how it was solved and the marks of its day, as it was the first time", () => {
  const streak = new Streak(new Memory());
  const offered = { games: { mastermind: "Mastermind", davinci: "Da Vinci Code" }, levels: ["easy", "hard"] };
  streak.solved("2026-03-01/davinci/hard", "2026-03-01", { tries: 2, hints: 1 });
  streak.solved("2026-03-01/davinci/hard", "2026-03-01", { tries: 1, hints: 0 });
  streak.solved("2026-03-01/mastermind/easy", "2026-03-01");
  const lines = (name) => shareText(name, offered, streak).split("\n");
  assert.deepEqual(lines("2026-03-01/davinci/hard"), ["Codebreakers' puzzle, 2026-03-01", "Da Vinci Code, hard: solved in 2 tries, with 1 hint", "✓ ·  Mastermind", "· ✓  Da Vinci Code"]);
  assert.equal(lines("2026-03-01/mastermind/easy")[1], "Mastermind, easy: solved");
  const editions = { mastermind: { classic: "Classic" } };
  assert.match(shareText("2026-03-01/mastermind.classic/easy", { ...offered, editions }, streak), /\nMastermind, Classic, easy: solved\n/);
});
