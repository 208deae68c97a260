// When there is a sound, at the device of a seat and at the page of the table.

import assert from "node:assert/strict";
import test from "node:test";

import { cue, heard } from "/static/sounds/cues.js";

/** The sound after each of these, where `calls(seat, message)` tells whom the device calls. */
function sounds(messages, calls) {
  let before = null;
  return messages.map((message) => {
    const now = heard(message, (seat) => calls(seat, message), before);
    const sound = cue(before, now);
    before = now;
    return sound;
  });
}

const moment = (number, toAct, { view = {}, said = "Somebody moved.", ...more } = {}) => ({
  number,
  said,
  view: { game: "mastermind", seat: 0, to_act: toAct, winners: null, ...view },
  ...more,
});
const atTheTable = (...messages) => sounds(messages, (seat, { machines = [] }) => !machines.includes(seat));
const atSeat0 = (...messages) => sounds(messages, (seat) => seat === 0);
const OVER = { view: { winners: [1] } };
const LOBBY = { view: { game: "lobby" } };

test("what was there before the page says nothing", () => {
  assert.deepEqual(atTheTable(moment(7, [1])), [""]);
  assert.deepEqual(atSeat0(moment(3, [1]), moment(3, [1])), ["", ""]);
});

test("the table calls each who is to act, a seat its own player alone; any other move is accepted", () => {
  assert.deepEqual(atTheTable(moment(3, [0]), moment(4, [1]), moment(5, [1])), ["", "turn", "accepted"]);
  assert.deepEqual(atSeat0(moment(3, [1]), moment(4, [0]), moment(5, [1])), ["", "turn", "accepted"]);
  assert.deepEqual(atTheTable(moment(3, [0, 1]), moment(4, [1])), ["", "accepted"], "one who was called before");
});

test("a move of chance is no turn and does not end one", () => {
  assert.deepEqual(atTheTable(moment(3, [0]), moment(4, ["chance"]), moment(5, [0])), ["", "accepted", ""]);
  assert.deepEqual(atTheTable(moment(3, [0]), moment(4, ["chance"]), moment(5, [1])), ["", "accepted", "turn"]);
  assert.deepEqual(atSeat0(moment(3, [1]), moment(4, ["chance"]), moment(5, [0])), ["", "accepted", "turn"]);
  assert.deepEqual(atSeat0(moment(3, [0]), moment(4, ["chance"]), moment(5, [0])), ["", "accepted", ""]);
});

test("the machine is not called", () => {
  assert.deepEqual(atTheTable(moment(3, [0]), moment(4, [1], { machines: [1] })), ["", "accepted"]);
});

test("the end of a game sounds once", () => {
  assert.deepEqual(atTheTable(moment(3, [0]), moment(4, [], OVER), moment(4, [], OVER)), ["", "end", ""]);
  assert.deepEqual(atTheTable(moment(9, [], OVER), moment(4, [], OVER)), ["", "end"], "another game, which is over, too");
});

test("the lobby calls nobody, and a game that opens there calls the first", () => {
  assert.deepEqual(atTheTable(moment(3, [0], LOBBY), moment(4, [0, 1], LOBBY)), ["", "accepted"]);
  assert.deepEqual(atTheTable(moment(3, [0, 1], LOBBY), moment(0, [1])), ["", "turn"]);
  assert.deepEqual(atTheTable(moment(3, [0]), moment(0, [0], LOBBY)), ["", ""]);
  assert.deepEqual(atTheTable(moment(3, [0]), moment(0, [0])), ["", "turn"], "the same player begins again");
  const won = { view: { game: "lobby", winners: [0] } };
  assert.deepEqual(atTheTable(moment(3, [0], LOBBY), moment(4, [0], won)), ["", "accepted"], "no end of a game");
});

test("a refusal that all read sounds, and is none before its sentence is known", () => {
  const again = moment(3, [1], { said: "That cannot be: all report again." });
  assert.deepEqual(atTheTable(moment(3, [1]), moment(3, [1]), again), ["", "", "refused"]);
  assert.deepEqual(atSeat0(moment(3, [1]), again), ["", "refused"]);
  assert.deepEqual(atTheTable(moment(3, [1], { said: null }), again), ["", ""]);
});

test("what a seat holds or was refused makes no sound", () => {
  assert.deepEqual(atSeat0(moment(3, [1]), moment(3, [1], { notice: "A code has four pegs, not 5." })), ["", ""]);
  for (const code of [["red", "blue"], ["blue", "red"]]) {
    assert.deepEqual(atSeat0(moment(3, [1]), moment(4, [0], { view: { code, hand: code } })), ["", "turn"]);
  }
});
