// The door of a phone: what was scanned or written reaches the table, and can be corrected where the table refuses it.

import assert from "node:assert/strict";
import test from "node:test";

import { document } from "./browser.mjs";

globalThis.location = { hash: "", pathname: "/seat" };
globalThis.history = { replaceState() {} };

globalThis.location.host = "table.local";
const { inWords, look, onAsk, scannedCode } = await import("/static/phones/join.js");

const OFFER = { seat: 1, asks_name: true, player: "", game: "Mastermind", is_played: false };
const SEAT = "Seat 2 of the table table.local.";

for (const [hash, code] of [["", ""], ["#K4MX7Q2P", "K4MX7Q2P"], ["#a%20b", "a b"], ["#50%", "50%"]]) {
  test(`the address with ${hash || "no code"} is read`, () => {
    location.hash = hash;
    assert.equal(scannedCode(), code);
  });
}

/** The door of the page, with what is asked in it; the table gives `answers` in their order, and what it was sent is returned. */
function door(t, ...answers) {
  const sent = [];
  t.mock.method(globalThis, "fetch", async (path, { body }) => {
    sent.push([path, JSON.parse(body)]);
    return { json: async () => answers.shift() };
  });
  const parts = ["code", "name", "other"].map((id) => {
    const part = document.getElementById(id);
    part.setAttribute("data-asks", id === "other" ? "seat" : id);
    return part;
  });
  document.getElementById("door").replaceChildren(...parts);
  return sent;
}

const shown = () => ["code", "name", "other"].filter((id) => !document.getElementById(id).hidden);
const said = () => document.getElementById("said").textContent;
const written = (id) => document.getElementById(id).value;

for (const [code, kept] of [["K4M X7", "K4M X7"], ["K4MX7Q2PACDE", ""]]) {
  test(`where the table refuses ${code}, what was typed stays, with what is wrong`, async (t) => {
    door(t, { error: "A code has 6 letters and digits." });
    await look(code);
    assert.deepEqual([written("code"), shown(), said()], [kept, ["code"], "A code has 6 letters and digits."]);
  });
}

test("before anybody sits down, the page says which table, seat and game it is, and asks", async (t) => {
  const sent = door(t, OFFER, { error: "Ben sits at this table already.", needs: "name" }, { seat: 1 });
  let seated = 0;
  onAsk(() => seated++);
  const submit = async () => {
    document.getElementById("ask").dispatchEvent(new Event("submit", { cancelable: true }));
    await new Promise(setImmediate);
  };
  document.getElementById("code").value = " k4m x7q ";
  await submit();
  assert.deepEqual([shown(), said()], [["name", "other"], `${SEAT} Mastermind is set up. Who plays?`]);
  document.getElementById("name").value = "Ben";
  await submit();
  assert.deepEqual([written("name"), shown(), said()], ["Ben", ["name", "other"], "Ben sits at this table already."]);
  document.getElementById("name").value = "Ann";
  await submit();
  assert.deepEqual(sent, [
    ["/seat/look", { code: "k4m x7q" }],
    ["/seat/join", { code: "k4m x7q", name: "Ben" }],
    ["/seat/join", { code: "k4m x7q", name: "Ann" }],
  ]);
  assert.deepEqual([seated, document.getElementById("door").hidden, written("code")], [1, true, ""]);
});

test("in a game it says as whom one plays on", () => {
  const offer = { ...OFFER, asks_name: false, player: "Łukasz", game: "Passcode", is_played: true };
  assert.equal(inWords(offer), `${SEAT} Passcode is being played. You play on as Łukasz.`);
  assert.equal(inWords({ ...OFFER, game: "" }), `${SEAT} No game is chosen yet. Who plays?`);
});
