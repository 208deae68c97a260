// What a browser remembers for its player: hints that were followed, the settings, and a screen that stays on.

import assert from "node:assert/strict";
import test from "node:test";

import { Memory, fire, hidePage, stopClock } from "./browser.mjs";

const { element } = await import("/static/element.js");
const { Hints } = await import("/static/seats/hints.js");
const { Settings } = await import("/static/touch/settings.js");
const { keepAwake } = await import("/static/phones/wake_lock.js");

/** The hints of a page that is loaded now, in a game, where secrets can be lifted. */
function hints() {
  const root = element("div");
  const made = new Hints(root);
  const hint = () => (root.hidden ? "" : ["Press", "Lift", "Hold ●"].find((word) => made.text.textContent.includes(word)));
  return { made, root, hint, tap: (seat, key) => [true, false].forEach((down) => made.key(seat, key, down)) };
}
const inGame = (page) => {
  page.made.canLift = true;
  page.made.at({ view: { game: "passcode" } });
};

test("a hint goes for ever when what it teaches was done", (t) => {
  const pass = stopClock(t);
  localStorage = new Memory();
  const page = hints();
  assert.equal(page.hint(), "Press");
  for (let presses = 0; presses < 5; presses += 1) page.tap(0, "left");
  assert.equal(page.hint(), "Press");
  page.tap(1, "left");
  assert.equal(page.hint(), "", "the lobby needs no more");
  inGame(page);
  assert.equal(page.hint(), "Lift");
  page.made.key(0, "left", true);
  page.made.key(1, "right", true);
  assert.equal(page.hint(), "Lift", "those are keys of two seats");
  page.made.key(0, "right", true);
  assert.equal(page.hint(), "Hold ●");
  pass(1000);
  for (const [milliseconds, hint] of [[400, "Hold ●"], [500, ""]]) {
    page.made.key(0, "middle", true);
    pass(milliseconds);
    page.made.key(0, "middle", false);
    assert.equal(page.hint(), hint);
  }
  const again = hints();
  inGame(again);
  assert.equal(again.hint(), "");
});

test("a hint can be closed, and the next one comes", () => {
  localStorage = new Memory();
  const page = hints();
  page.made.at({ view: { game: "mastermind" } });
  fire(page.root.querySelector("button"), "click");
  assert.equal(page.hint(), "Hold ●", "where secrets are open, nothing is lifted");
  assert.equal(hints().hint(), "", "and it stays closed");
});

test("settings are remembered, told to who listens, and work without a storage, too", () => {
  localStorage = new Memory();
  const settings = new Settings();
  let changes = 0;
  settings.onChange(() => (changes += 1));
  settings.set("volume", 80);
  assert.deepEqual([new Settings().get("volume"), new Settings().get("vibrate"), changes], [80, true, 1]);
  localStorage = { getItem: () => "{", setItem: () => { throw new Error("full"); } };
  const other = new Settings();
  other.set("mute", true);
  assert.deepEqual([other.get("mute"), other.get("volume")], [true, 40]);
});

test("the screen stays on while the player wants it and the page is in sight", async () => {
  localStorage = new Memory();
  const locks = [];
  const request = async (kind) => {
    const lock = { kind, released: false, release: async () => (lock.released = true) };
    locks.push(lock);
    return lock;
  };
  const settled = () => new Promise((done) => setImmediate(done));
  const settings = new Settings();
  settings.set("awake", false);
  assert.equal(keepAwake(settings), false, "a browser that cannot");
  navigator.wakeLock = { request };
  assert.equal(keepAwake(settings), true);
  await settled();
  assert.equal(locks.length, 0);
  settings.set("awake", true);
  await settled();
  assert.deepEqual(locks.map(({ kind }) => kind), ["screen"]);
  settings.set("mute", true);
  await settled();
  assert.equal(locks.length, 1, "it is on already");
  hidePage(true);
  await settled();
  assert.equal(locks[0].released, true);
  hidePage(false);
  await settled();
  assert.equal(locks.length, 2);
  settings.set("awake", false);
  await settled();
  assert.equal(locks[1].released, true);
});
