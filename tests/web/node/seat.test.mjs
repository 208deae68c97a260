// A seat of the page with all seats: its keys, its touch interface, and a browser that keeps nothing.

import assert from "node:assert/strict";
import test from "node:test";

import { Memory, document, fire } from "./browser.mjs";

const { Hands } = await import("/static/seats/hands.js");
const { Hints } = await import("/static/seats/hints.js");
const { Name } = await import("/static/phones/name.js");
const { Seat } = await import("/static/seats/seat.js");
const { Settings } = await import("/static/touch/settings.js");
const { ofBrowser } = await import("/static/storage.js");
const { Streak } = await import("/static/puzzle/puzzle_streak.js");

/** A card's panel, as far as a seat knows it. */
function card(state) {
  state.opened += 1;
  const cover = { setShut() {}, setLifted: (lifted) => (state.lifted = lifted) };
  return { panel: { root: document.createElement("section"), kept: null, cover }, close: () => (state.closed += 1) };
}

function seat() {
  const hands = new Hands((_, key, down) => made.setDown(key, down));
  const made = new Seat(0, [], hands);
  return made;
}

const soon = () => new Promise((done) => setImmediate(done));

test("the keys of a seat can be read while its picture is neither covered nor behind the touch interface", async () => {
  localStorage = new Memory();
  const one = seat();
  const state = { opened: 0, closed: 0 };
  one.offerTouch(async () => card(state));
  await soon();
  assert.equal(one.isReadable, true);
  one.setCovered(true);
  assert.equal(one.isReadable, false);
  one.setCovered(false);
  fire(one.byTouch, "click");
  await soon();
  assert.equal(one.isReadable, false);
  fire(one.byKeys, "click");
  await soon();
  assert.deepEqual([one.isReadable, state], [true, { opened: 1, closed: 1 }]);
});

test("of a seat that is covered no key can be pressed, and Lift neither; one that covers itself can be held", () => {
  localStorage = new Memory();
  const one = seat();
  fire(one.lift, "click", { detail: 0 });
  assert.equal(one.lift.getAttribute("aria-pressed"), "true");
  fire(one.cover, "click");
  assert.deepEqual([one.keyRow.inert, one.lift.disabled, one.lift.getAttribute("aria-pressed")], [true, true, "false"]);
  fire(one.cover, "click");
  assert.deepEqual([one.keyRow.inert, one.lift.disabled], [false, false]);
  one.setCovered(true, { looks: true });
  assert.deepEqual([one.keyRow.inert, one.lift.disabled], [false, false]);
});

test("Lift above a touch interface lifts what is covered there", async () => {
  localStorage = new Memory();
  const one = seat();
  const state = { opened: 0, closed: 0 };
  one.offerTouch(async () => card(state));
  fire(one.byTouch, "click");
  await soon();
  for (const lifted of [true, false]) {
    fire(one.lift, "click", { detail: 0 });
    assert.equal(state.lifted, lifted);
  }
});

test("a touch interface that cannot be loaded is told, and the next press loads it", async () => {
  localStorage = new Memory();
  const one = seat();
  const state = { opened: 0, closed: 0 };
  let fails = true;
  one.offerTouch(async () => {
    if (fails) throw new TypeError("Failed to fetch dynamically imported module");
    return card(state);
  });
  fire(one.byTouch, "click");
  await soon();
  const told = one.root.querySelector(".not-loaded");
  assert.deepEqual([told.hidden, one.byTouch.getAttribute("aria-pressed"), one.isReadable], [false, "false", true]);
  fails = false;
  fire(one.byTouch, "click");
  await soon();
  assert.deepEqual([told.hidden, one.byTouch.getAttribute("aria-pressed"), state.opened], [true, "true", 1]);
});

test("a seat that is not at the table any more closes what it has opened", async () => {
  localStorage = new Memory();
  const one = seat();
  const state = { opened: 0, closed: 0 };
  one.offerTouch(async () => card(state));
  fire(one.byTouch, "click");
  one.leave();
  await soon();
  assert.deepEqual(state, { opened: 1, closed: 1 });
});

test("a name that could not be sent stays in its field, and is sent again", () => {
  const state = { sent: [], connected: false };
  const name = new Name((text) => state.connected && state.sent.push(text) > 0);
  name.show("Ann", true);
  fire(name.button, "click");
  const { field } = name;
  field.value = "Kim";
  fire(field, "keydown", { key: "Enter" });
  assert.deepEqual([name.field, name.told.textContent.slice(0, 8)], [field, "Not sent"]);
  state.connected = true;
  fire(field, "keydown", { key: "Enter" });
  assert.deepEqual([name.field, name.told.textContent, state.sent], [null, "", ["Kim"]]);
});

test("with site data blocked there are seats, hints, settings and puzzles, and nothing is remembered", async (t) => {
  const refused = { configurable: true, get: () => assert.fail("Access is denied for this document.") };
  for (const name of ["localStorage", "sessionStorage"]) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, refused);
    t.after(() => Object.defineProperty(globalThis, name, before));
  }
  const one = seat();
  const state = { opened: 0, closed: 0 };
  one.offerTouch(async () => card(state));
  fire(one.byTouch, "click");
  fire(one.cover, "click");
  new Hints(document.createElement("p")).learn("press");
  new Settings().set("volume", 10);
  const streak = new Streak(ofBrowser);
  streak.solved("2026-01-31/mastermind/easy", "2026-01-31");
  await soon();
  assert.deepEqual([state.opened, new Settings().get("volume"), streak.on("2026-01-31").days], [1, 40, 0]);
});
