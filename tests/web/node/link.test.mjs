// The link to the table: it is opened again whenever it is lost, and a page that is not wanted any more stays away.

import assert from "node:assert/strict";
import test from "node:test";

import { document, fire, hidePage, stopClock } from "./browser.mjs";
import { Element } from "./document.mjs";

const { openLink } = await import("/static/link.js");

/** A socket that the test opens, speaks through and closes. */
class Socket {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];
  closed = false;
  constructor(url) {
    this.url = url;
    Socket.all.push(this);
  }
  send(text) {
    assert.equal(new TextEncoder().encode(text).length % 256, 0, "its length tells nothing");
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  says(data) {
    this.readyState = Socket.OPEN;
    this.onmessage({ data: typeof data === "string" || data instanceof ArrayBuffer ? data : JSON.stringify(data) });
  }
}
globalThis.WebSocket = Socket;
globalThis.location = { protocol: "http:", host: "table:8080" };

/** A link whose clock the test moves on; each wait takes its middle time. */
function opened(test, about = {}) {
  test.mock.method(Math, "random", () => 0.5);
  const pass = stopClock(test);
  const banner = new Element("p");
  document.getElementById = () => banner;
  Socket.all = [];
  const state = { messages: [], bytes: [], lost: 0, ends: [] };
  const link = openLink("/ws/bench", {
    onText: (message) => state.messages.push(message),
    onBytes: (bytes) => state.bytes.push([...bytes]),
    onLost: () => (state.lost += 1),
    ...about,
  });
  test.after(() => link.close());
  return { link, state, pass, banner, last: () => Socket.all.at(-1), mark: () => document.body.dataset.link };
}

test("texts and bytes of the table come, and messages go while it is there", (t) => {
  const page = opened(t);
  assert.equal(page.last().url, "ws://table:8080/ws/bench");
  assert.equal(page.link.send({ key: "left" }), false, "nobody is there yet");
  page.last().says({ type: "hello" });
  page.last().says(Uint8Array.from([1, 2]).buffer);
  assert.deepEqual([page.state.messages, page.state.bytes, page.mark(), page.banner.hidden], [[{ type: "hello" }], [[1, 2]], "up", true]);
  assert.equal(page.link.send({ key: "left" }), true);
  assert.deepEqual(page.last().sent, [{ key: "left" }]);
});

test("a lost link is told and opened again, first soon, then at most every five seconds", (t) => {
  const page = opened(t);
  page.last().says({ type: "hello" });
  for (const wait of [250, 500, 1000, 2000, 4000, 5000, 5000]) {
    const count = Socket.all.length;
    page.last().onclose({ code: 1006, reason: "The table stops." });
    assert.match(page.banner.textContent, /Not connected to the table: The table stops\. Trying again/);
    assert.deepEqual([page.mark(), page.banner.hidden], ["down", false]);
    page.pass(wait - 1);
    assert.equal(Socket.all.length, count, `before ${wait} ms`);
    page.pass(1);
    assert.equal(Socket.all.length, count + 1, `after ${wait} ms`);
  }
  assert.equal(page.state.lost, 7);
  page.last().says({ type: "hello" });
  assert.deepEqual([page.mark(), page.banner.textContent], ["up", ""]);
  page.last().onclose({ code: 1006, reason: "" });
  page.pass(250);
  assert.equal(Socket.all.length, 9, "soon again");
});

test("a table that says nothing for twelve seconds is lost, and what it says later is not heard", (t) => {
  const page = opened(t);
  const [silent] = Socket.all;
  silent.says({ type: "hello" });
  page.pass(11_000);
  silent.says({ type: "alive" });
  page.pass(11_999);
  assert.equal(page.state.lost, 0);
  page.pass(1);
  assert.deepEqual([page.state.lost, silent.closed, page.mark()], [1, true, "down"]);
  silent.says({ type: "late" });
  silent.onclose({ code: 1006, reason: "" });
  assert.deepEqual([page.state.messages.length, page.state.lost], [2, 1]);
});

test("a page that comes into sight or finds its network tries at once, and one that loses it does not wait for the silence", (t) => {
  const page = opened(t);
  fire(null, "offline");
  assert.deepEqual([page.state.lost, page.mark()], [1, "down"]);
  hidePage(true);
  assert.equal(Socket.all.length, 1, "nobody looks");
  hidePage(false);
  assert.equal(Socket.all.length, 2);
  fire(null, "online");
  assert.equal(Socket.all.length, 2, "it is being opened already");
});

test("a page that the table does not want ends, where it can be told so, and else tries again", (t) => {
  for (const code of [1008, 4000]) {
    const page = opened(t, { onEnd: (reason) => page.state.ends.push(reason) });
    page.last().onclose({ code, reason: "Another phone plays this seat." });
    page.pass(60_000);
    hidePage(false);
    assert.deepEqual([page.state.ends, page.state.lost, Socket.all.length, page.mark()], [["Another phone plays this seat."], 1, 1, "ended"]);
    t.mock.restoreAll();
  }
  const bench = opened(t);
  bench.last().onclose({ code: 1008, reason: "" });
  bench.pass(250);
  assert.equal(Socket.all.length, 2);
});

test("a link that was closed stays so, and a quiet one says nothing on the page", (t) => {
  const page = opened(t, { quiet: true });
  page.banner.textContent = "of another link";
  page.last().onclose({ code: 1006, reason: "" });
  assert.equal(page.banner.textContent, "of another link");
  page.link.close();
  page.pass(60_000);
  hidePage(false);
  assert.deepEqual([Socket.all.length, page.link.send({})], [1, false]);
});

test("messages have whole blocks, also with letters of several bytes and where nothing is missing", (t) => {
  const page = opened(t);
  page.last().says({ type: "hello" });
  for (const text of ["", "ÄÖÜ", "A".repeat(256 - JSON.stringify({ name: "" }).length)]) {
    page.link.send({ name: text });
    assert.deepEqual(page.last().sent.at(-1), { name: text });
  }
});
