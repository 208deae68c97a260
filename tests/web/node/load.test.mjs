// What the table answers to a page that asks: found, refused with a sentence, or something that is no answer.

import assert from "node:assert/strict";
import test from "node:test";

const { load } = await import("/static/load.js");

/** One answer of the table. */
function answering(test, { status = 200, text }) {
  test.mock.method(globalThis, "fetch", async () => ({ ok: status < 300, status, json: async () => JSON.parse(text) }));
}

test("what is found is the answer", async (t) => {
  answering(t, { text: '{"answer": 7}' });
  assert.deepEqual(await load("/history/games"), { answer: 7 });
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
