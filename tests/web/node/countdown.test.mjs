// Think time: told once, counted down by the page, and read aloud near the end and at the end alone.

import assert from "node:assert/strict";
import test from "node:test";

import { stopClock } from "./browser.mjs";
import { Element } from "./document.mjs";

const { ClockBoard, Countdown, timeText } = await import("/static/countdown/countdown.js");

const TURN = { kind: "turn", seconds: 60, left: [60, 12.5], asked: [1], running: [1] };
const GAME = { kind: "player", seconds: 300, left: [null, 299.5, 0.4], asked: [2], running: [2] };
const STANDS = { kind: "turn", seconds: 60, left: [9, 9], asked: [0], running: [] };

/** What is shown after so many seconds, and which ends were told. */
function counted(clock, ...passed) {
  let now = 1000;
  const marks = [];
  const countdown = new Countdown(() => now);
  countdown.listen(() => {}, (seat, mark) => marks.push(`${seat} ${mark}`));
  countdown.take(clock);
  const shown = passed.map((seconds) => {
    now = 1000 + 1000 * seconds;
    countdown.tick();
    return countdown.seats.map((seat) => timeText(countdown.left(seat))).join(" ");
  });
  countdown.take(null);
  return { shown, marks, none: countdown.seats };
}

test("a time is shown in whole seconds, after its end with a plus", () => {
  const shown = { 100: "1:40", 60: "1:00", 59.2: "1:00", 0.1: "0:01", 0: "0:00", "-0.9": "0:00", "-1": "+0:01", "-67.5": "+1:07" };
  for (const [left, text] of Object.entries(shown)) assert.equal(timeText(Number(left)), text, `${left} seconds`);
});

test("the time of who is to act runs, and that of nobody else", (t) => {
  stopClock(t);
  const { shown, marks } = counted(TURN, 0, 1.4, 2.5, 2.6, 12.4, 12.5, 12.6, 14, 80);
  assert.deepEqual(shown, ["0:13", "0:12", "0:10", "0:10", "0:01", "0:00", "0:00", "+0:01", "+1:07"]);
  assert.deepEqual(marks, ["1 soon", "1 up"], "each once");
});

test("of a game, the times of all people are shown; one that is nearly over was told before", (t) => {
  stopClock(t);
  assert.deepEqual(counted(GAME, 0, 1), { shown: ["5:00 0:01", "5:00 0:00"], marks: ["2 up"], none: [] });
});

test("a clock that stands shows the same for ever", (t) => {
  stopClock(t);
  assert.deepEqual(counted(STANDS, 0, 100), { shown: ["0:09", "0:09"], marks: [], none: [] });
});

test("the page counts by itself: each second is shown when it begins", (t) => {
  const pass = stopClock(t);
  const countdown = new Countdown();
  const shown = [];
  countdown.listen(() => countdown.clock && shown.push(timeText(countdown.left(1))));
  countdown.take({ ...TURN, left: [60, 2.5] });
  for (const [milliseconds, text] of [[499, "0:03"], [2, "0:02"], [1000, "0:01"], [1000, "0:00"], [1000, "+0:01"]]) {
    pass(milliseconds);
    assert.equal(shown.at(-1), text);
  }
  assert.ok(shown.length <= 8, `drawn ${shown.length} times in five seconds`);
});

test("a listener that has left hears nothing more", (t) => {
  stopClock(t);
  const countdown = new Countdown();
  let calls = 0;
  const leave = countdown.listen(() => (calls += 1));
  leave();
  countdown.take(TURN);
  assert.equal(calls, 1, "the call at the beginning");
});

test("the board of the table marks the last seconds, and tells a screen reader those and the end alone", (t) => {
  const pass = stopClock(t);
  const [root, countdown] = [new Element("div"), new Countdown()];
  const board = new ClockBoard(root, countdown, (seat) => ["Kim", "Lou"][seat]);
  assert.equal(root.hidden, true);
  countdown.take({ kind: "player", seconds: 300, left: [10.5, 120], asked: [0], running: [0] });
  const [kim, lou] = root.querySelectorAll("span.time");
  const marks = (time) => ["soon", "up", "stands"].filter((mark) => time.classList.contains(mark));
  assert.equal(root.hidden, false);
  assert.deepEqual([kim.textContent, lou.textContent], ["0:11", "2:00"]);
  assert.deepEqual([marks(kim), marks(lou)], [[], ["stands"]]);
  assert.deepEqual(root.querySelectorAll("li.asked").map((one) => one.textContent), ["Kim0:11"]);
  assert.equal(kim.getAttribute("aria-live"), null, "no screen reader is told each second");
  pass(1000);
  assert.deepEqual([marks(kim), board.said.textContent], [["soon"], "Kim: 10 seconds left."]);
  pass(9000);
  assert.deepEqual([marks(kim), board.said.textContent], [["soon"], "Kim: 10 seconds left."]);
  pass(1000);
  assert.deepEqual([marks(kim), board.said.textContent], [["soon", "up"], "Kim: time is up."]);
  countdown.take(null);
  assert.equal(root.hidden, true);
});
