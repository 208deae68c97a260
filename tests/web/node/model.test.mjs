// The data of a panel: when what is half entered goes, when an answer was taken, and when the own turn is over.

import assert from "node:assert/strict";
import test from "node:test";

const { begun, given, keptOf, taken } = await import("/static/touch/model.js");

const PAUSE = { device: { lines: ["Seat 2 is away."], keys: ["", "", ""] } };
const asked = (number, prompt, more = {}) => ({ number, game: "nim", to: "game", prompt, yours: true, view: { to_act: [0], ...more.view }, ...more });
const FIRST = { kind: "choose", title: "Which?" };
const after = (...all) => all.reduce((model, data) => taken(model, data).model, { ...begun(), draft: {} });
const half = (model) => ({ ...model, draft: { values: [4, null] } });

test("what is half entered goes with another question, or another move after an answer, and not with news or in a pause", () => {
  const model = half(after(asked(1, FIRST)));
  for (const [data, kept] of [[asked(2, FIRST), true], [PAUSE, true], [asked(1, null), false], [{ ...asked(1, FIRST), to: "abandon 1" }, false]]) {
    assert.equal(Boolean(taken(model, data).model.draft.values), kept);
    assert.equal(taken(model, data).news, !kept);
  }
  const answered = given(model, "game");
  assert.equal(taken(answered, asked(1, FIRST)).news, false, "the table has not met it");
  assert.equal(taken(answered, PAUSE).news, false);
  assert.deepEqual([taken(answered, asked(2, FIRST)).news, taken(answered, asked(2, FIRST)).model.answered], [true, null]);
});

test("where several are asked, another one's move is no sign that an answer was taken; nor is a wish of the menu", () => {
  const several = half(after(asked(1, FIRST, { view: { to_act: [0, 1] } })));
  assert.equal(given(several, "game"), several);
  const alone = half(after(asked(1, FIRST)));
  assert.equal(given(alone, "menu"), alone);
});

test("the turn goes on while luck decides, and ends once", () => {
  let model = begun();
  const steps = [[true, [0], false], [false, ["chance"], false], [false, [1], true], [false, [1], false]];
  for (const [yours, to_act, ends] of steps) {
    const { model: next, turnEnds } = taken(model, asked(1, null, { yours, view: { to_act } }));
    assert.equal(turnEnds, ends);
    model = next;
  }
});

test("a panel that takes another one's place has what was half entered, for the same question", () => {
  const model = { ...half(after(asked(1, FIRST))), memory: { tab: "digits" } };
  const next = taken(begun(keptOf(model)), asked(2, FIRST)).model;
  assert.deepEqual([next.draft, next.memory], [{ values: [4, null] }, { tab: "digits" }]);
});

test("no function changes the model that it is given", () => {
  const model = Object.freeze({ ...half(after(asked(1, FIRST))), answered: 1 });
  taken(model, asked(2, null));
  given(model, "game");
  assert.deepEqual(model.draft, { values: [4, null] });
});

test("what a board remembers is forgotten in another game, and not in a pause", () => {
  const model = { ...after(asked(1, FIRST)), memory: { tab: "guess" } };
  assert.deepEqual(taken(model, PAUSE).model.memory, { tab: "guess" });
  assert.deepEqual(taken(taken(model, PAUSE).model, asked(2, FIRST)).model.memory, { tab: "guess" });
  assert.deepEqual(taken(model, asked(1, FIRST, { game: "go" })).model.memory, {});
  assert.deepEqual(taken(begun(keptOf(model)), asked(1, FIRST, { game: "go" })).model.memory, {}, "nor in a panel that takes its place");
});
