// What the table answers to a page that asks: found, not yet, refused with a sentence, or something that is no answer.

import assert from "node:assert/strict";
import test from "node:test";

const { load } = await import("/static/load.js");

/** The answers of the table, one after the other, and how long the page paused before each. */
function answering(test, ...answers) {
  const pauses = [];
  test.mock.method(globalThis, "setTimeout", (act, milliseconds) => (pauses.push(milliseconds), act()));
  test.mock.method(globalThis, "fetch", async () => {
    const { status = 200, text } = answers.shift() ?? assert.fail("asked once more");
    return { ok: status < 300, status, json: async () => JSON.parse(text) };
  });
  return pauses;
}

test("what is worked out bit by bit is asked again, with a pause before each, until it is there or nobody wants it", async (t) => {
  const again = { status: 202, text: '{"again": true}' };
  const pauses = answering(t, again, again, { text: '{"answer": 7}' }, again);
  assert.deepEqual(await load("/history/games"), { answer: 7 });
  assert.deepEqual([pauses.length, pauses.every((pause) => pause >= 25)], [2, true], "below 40 in a second");
  assert.deepEqual(await load("/history/games", () => false), { again: true });
});

const REFUSED = {
  "with a sentence": [{ status: 404, text: '{"error": "No finished game is called so."}' }, /^No finished game is called so\.$/],
  "without one": [{ status: 500, text: "Internal Server Error" }, /^The table cannot answer this now \(status 500\)/],
  "by something that is no JSON": [{ text: "<html>" }, /^The table cannot answer this now \(status 200\)/],
};
for (const [name, [answer, sentence]] of Object.entries(REFUSED)) {
  test(`a request that is refused ${name} ends in a sentence`, async (t) => {
    answering(t, answer);
    await assert.rejects(load("/puzzle/2026-01-31"), { message: sentence });
  });
}
