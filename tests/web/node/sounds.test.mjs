// Which of the sounds that the table tells a device plays.

import assert from "node:assert/strict";
import test from "node:test";

import { heard } from "/static/sounds/sounds.js";

const cue = (...sounds) => ({ type: "cue", sounds: sounds.map(([sound, places]) => ({ sound, places })) });

test("a seat hears what calls it, a spectator everything, and of several sounds the last", () => {
  const move = cue(["accepted", [0]], ["turn", [2]]);
  assert.deepEqual([heard(move, [0]), heard(move, [1]), heard(move, [2]), heard(move, null)], ["accepted", "", "turn", "turn"]);
  assert.equal(heard(move, [0, 2]), "turn", "several cards on one page");
  assert.equal(heard(move, []), "", "no card is open");
  assert.deepEqual([heard(cue(["end", null]), [1]), heard(cue(["accepted", []]), null)], ["end", "accepted"]);
});
