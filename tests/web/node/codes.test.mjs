// The codes of free seats: what a phone can scan, and for which seats.

import assert from "node:assert/strict";
import test from "node:test";

import "./browser.mjs";

const { element } = await import("/static/element.js");
const { Codes, inWords, joinCard, qrCode } = await import("/static/codes.js");

const QR = ["101", "111", "001"];
const seat = (number, qr = QR) => ({ seat: number, state: "free", code: "AB CD", qr });
const board = (seats, wifi = null) => ({ type: "join", page: "http://10.0.0.1/seat", wifi, seats });
const game = (name, places) => ({ type: "public", view: { game: name }, places });

/** The codes that are shown after these messages: of the seats, and of the network. */
function shown(...messages) {
  const root = element("section");
  const codes = new Codes(root);
  for (const message of messages) codes.take(message);
  const cards = root.querySelectorAll("figure").map((one) => one.dataset.join ?? "wifi");
  return { root, cards, said: root.querySelector("p.how")?.textContent ?? "" };
}

/** The dark modules of a picture, as rows, with its border. */
function modules(svg) {
  const side = Number(svg.getAttribute("viewBox").split(" ")[2]);
  const rows = Array.from({ length: side }, () => Array(side).fill("0"));
  for (const [, x, y, run] of svg.querySelector("path").getAttribute("d").matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) rows[y].fill("1", Number(x), Number(x) + Number(run));
  return rows.map((row) => row.join(""));
}

test("a picture has the dark modules of its rows, and four light ones around them", () => {
  const light = Array(4).fill("0".repeat(11));
  assert.deepEqual(modules(qrCode(QR, "A code")), [...light, "00001010000", "00001110000", "00000010000", ...light]);
});

test("a card leads to its seat's page with the code, and has it in letters", () => {
  const card = joinCard("http://10.0.0.1/seat", seat(2));
  assert.equal(card.querySelector("a").getAttribute("href"), "/seat#ABCD");
  assert.match(card.querySelector("a").textContent, /^Seat 3/);
  assert.equal(card.querySelector("code").textContent, "AB CD");
  assert.equal(card.querySelector("svg").getAttribute("aria-label"), "The code of seat 3");
  assert.equal(card.style["--modules"], "11");
});

test("free seats are shown that have a code, in a game those that it needs", () => {
  const seats = [seat(0), seat(1, null), seat(2)];
  assert.deepEqual(shown(board(seats)).cards, ["0", "2"]);
  assert.deepEqual(shown(board(seats), game("lobby", [])).cards, ["0", "2"]);
  assert.deepEqual(shown(game("passcode", [1, 2]), board(seats)).cards, ["2"]);
  assert.deepEqual(shown(board(seats), game("passcode")).cards, []);
});

test("where all phones are away, the lobby says how one comes back and how another takes its place", () => {
  const held = [0, 1].map((number) => ({ seat: number, state: "away", code: "", qr: null }));
  const alone = shown(board(held), game("lobby", []));
  assert.deepEqual([alone.cards, alone.root.hidden], [[], false]);
  assert.match(alone.said, /\/phones/);
  assert.equal(shown(board([held[0], { ...held[1], state: "here" }]), game("lobby", [])).root.hidden, true);
  assert.equal(shown(board(held), game("passcode", [0, 1])).root.hidden, true);
});

test("the Wi-Fi comes first while a seat is free, and all modules are counted for the size of one", () => {
  const wifi = { name: "Home", password: "secret", qr: ["1"] };
  const both = shown(board([seat(0), seat(2)], wifi));
  assert.deepEqual(both.cards, ["wifi", "0", "2"]);
  assert.match(both.said, /Home.*secret/);
  assert.equal(both.root.style["--all-modules"], String(9 + 11 + 11));
  assert.doesNotMatch(shown(board([seat(0)], { ...wifi, password: "" })).said, /password/);
  const none = shown(board([seat(0, null)], wifi));
  assert.deepEqual([none.cards, none.root.hidden], [[], true]);
});

test("what is shown already is not drawn again", () => {
  const root = element("section");
  const codes = new Codes(root);
  codes.take(board([seat(0)]));
  const [first] = root.children;
  codes.take(game("lobby", []));
  codes.take({ type: "event", text: "Ann sits down." });
  assert.equal(root.children[0], first);
  codes.take(board([seat(0, ["111"])]));
  assert.notEqual(root.children[0], first);
});

test("each state of a seat has a name", () => {
  assert.equal(new Set(["free", "here", "away"].map(inWords).filter(Boolean)).size, 3);
});
