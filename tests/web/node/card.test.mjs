// A seat's card with a link of its own: what was tapped is told where the link was lost with it.

import assert from "node:assert/strict";
import test from "node:test";

import { document, fire, stopClock, windowEvents } from "./browser.mjs";

class Socket {
  static OPEN = 1;
  static all = [];
  readyState = Socket.OPEN;
  sent = [];
  constructor() {
    Socket.all.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  says(data) {
    this.onmessage({ data: Uint8Array.from([0, 2, ...new TextEncoder().encode(JSON.stringify(data))]).buffer });
  }
}
globalThis.WebSocket = Socket;
globalThis.location = { protocol: "http:", host: "table:8080" };

const { Countdown } = await import("/static/countdown/countdown.js");
const { openCard } = await import("/static/touch/card.js");

const ASKED = {
  ...{ place: 0, number: 7, game: "nim", title: "Nim", to: "abandon 1", turn: "", event: "", notice: "", yours: false },
  ...{ names: ["Ann", "Bob"], lines: [], view: { game: "nim", seats: 2, seat: 0, to_act: [0], phase: "play", winners: null, scores: [0, 0] } },
  prompt: { kind: "choose", title: "Which?", options: [{ move: { move: "first" }, text: "first" }] },
};

test("a tap that was on its way when the card's link was lost is told when the link is there again", (t) => {
  const pass = stopClock(t);
  const card = openCard(0, () => {}, () => {}, new Countdown(), null);
  t.after(() => card.close());
  const [first] = Socket.all;
  first.says(ASKED);
  fire(card.panel.root.querySelector('[data-act="choose 0"]'), "click", { detail: 1 });
  assert.deepEqual(first.sent.map(({ move }) => move.move), ["first"]);
  first.onclose({ code: 1006, reason: "" });
  pass(1000);
  Socket.all.at(-1).says(ASKED);
  assert.match(card.panel.parts.notice.textContent, /did not reach the table/);
});

test("a card that is closed listens to nothing any more, and its settings and the clock call nobody", () => {
  const countdown = new Countdown();
  const listening = () => [windowEvents.listeners, document.listeners, countdown.listeners.size];
  const before = listening();
  for (let turn = 0; turn < 10; turn += 1) openCard(0, () => {}, () => {}, countdown, null).close();
  assert.deepEqual(listening(), before);
});
