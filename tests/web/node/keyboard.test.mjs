// The keys of the seats on the keyboard: one of its own for each, on every layout, and none that sticks.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { document, fire, hidePage, stopClock } from "./browser.mjs";

const { Hands, KEYS } = await import("/static/seats/hands.js");

// The keys of six seats as the table tells them; a smaller table has some of these.
const MESSAGES = readFileSync(new URL("../../../companion/web/messages.py", import.meta.url), "utf8");
const SIX = [...MESSAGES.matchAll(/\("(\w+)", "(\w+)", "(\w+)"\)/g)].map(([, ...codes]) => codes);
const AZERTY = new Map(Object.entries({ KeyQ: "a", KeyW: "z", KeyA: "q", KeyZ: "w", Digit1: "&" }));

/** The hands of a table, and the changes of keys that they have brought since they were asked last. */
async function hands(keyboard = SIX, layout = undefined) {
  const changes = [];
  const made = new Hands((seat, key, down) => changes.push(`${seat} ${key} ${down ? "down" : "up"}`));
  navigator.keyboard = layout && { getLayoutMap: layout };
  made.told = await made.keyboard.learn();
  made.assign(keyboard);
  return { made, news: () => changes.splice(0) };
}

const stroke = (kind, code, key, { target = null, ...more } = {}) => fire(target, kind, { code, key, ...more });
const tapped = (seat, key) => [`${seat} ${key} down`, `${seat} ${key} up`];

test("every key of six seats has a key of the keyboard of its own, which is the one that is shown on it", async () => {
  const { made, news } = await hands();
  const shown = SIX.map((codes) => codes.map((code) => made.keyboard.legend(code)));
  assert.equal(new Set(shown.flat()).size, 18);
  SIX.forEach((codes, seat) => codes.forEach((code, at) => {
    const letter = shown[seat][at];
    for (const typed of [letter, letter.toLowerCase()]) {
      stroke("keydown", code, typed);
      stroke("keyup", code, typed);
      assert.deepEqual(news(), tapped(seat, KEYS[at]), `${typed} of seat ${seat}`);
    }
  }));
});

for (const told of [true, false]) {
  test(`on a French keyboard a key does what is shown on it, where the browser tells ${told ? "the" : "no"} layout`, async () => {
    const { made, news } = await hands(SIX, told ? async () => AZERTY : undefined);
    assert.equal(made.told, told);
    const seatOfA = SIX.findIndex((codes) => codes.some((code) => made.keyboard.legend(code) === "A"));
    assert.equal(seatOfA, told ? 1 : 0);
    for (const [code, typed, seat] of [["KeyQ", "a", seatOfA], ["Digit1", "&", 2]]) {
      stroke("keydown", code, typed);
      stroke("keyup", code, typed);
      assert.deepEqual(news(), tapped(seat, "left"), typed);
    }
    assert.equal(made.keyboard.legend("Digit1"), "1", "the number, whatever is above it");
  });
}

test("a browser that refuses to tell its layout is one that tells none", async () => {
  const { made } = await hands(SIX, async () => Promise.reject(new Error("not allowed")));
  assert.equal(made.told, false);
  assert.equal(made.keyboard.legend("KeyA"), "A");
});

test("the arrows of a phone's keys are shown as arrows, and a key without a code has no legend", async () => {
  const { made, news } = await hands([["ArrowLeft", "ArrowDown", "ArrowRight"]]);
  assert.deepEqual(["ArrowLeft", "ArrowDown", "ArrowRight", undefined].map((code) => made.keyboard.legend(code)), ["←", "↓", "→", ""]);
  stroke("keydown", "ArrowDown", "ArrowDown");
  assert.deepEqual(news(), ["0 middle down"]);
});

test("a key that is held is down once, until it is let go", async () => {
  const { news } = await hands();
  assert.equal(stroke("keydown", "KeyS", "s").defaultPrevented, true, "the page does not scroll");
  stroke("keydown", "KeyS", "s", { repeat: true });
  assert.deepEqual(news(), ["0 middle down"]);
  stroke("keyup", "KeyS", "s");
  assert.deepEqual(news(), ["0 middle up"]);
});

test("a shortcut, a key without a meaning and a letter in a field or a dialog are no keys of a seat", async () => {
  const { news } = await hands();
  for (const modifier of ["ctrlKey", "altKey", "metaKey"]) stroke("keydown", "KeyA", "a", { [modifier]: true });
  stroke("keydown", "KeyZ", "z");
  for (const tag of ["input", "dialog"]) stroke("keydown", "KeyA", "a", { target: document.createElement(tag) });
  stroke("keydown", "Space", " ");
  assert.deepEqual(news(), []);
});

test("a seat whose picture is not in sight takes no key of the keyboard, and one that is down goes up", async () => {
  const changes = [];
  const covered = new Set([0]);
  const made = new Hands((...change) => changes.push(change.join(" ")), { isReadable: (seat) => !covered.has(seat) });
  made.assign(SIX);
  for (const code of ["KeyD", "KeyW"]) stroke("keydown", code, code.at(-1).toLowerCase());
  assert.deepEqual(changes, ["1 middle true"]);
  covered.add(1);
  stroke("keyup", "KeyW", "w");
  assert.deepEqual(changes, ["1 middle true", "1 middle false"]);
});

test("the space bar and Enter press the button of a key that has the focus", async () => {
  const { news } = await hands();
  const button = document.createElement("button");
  Object.assign(button.dataset, { seat: "3", key: "left" });
  for (const [code, key] of [["Space", " "], ["Enter", "Enter"]]) {
    assert.equal(stroke("keydown", code, key, { target: button }).defaultPrevented, true, "no click besides");
    stroke("keyup", code, key, { target: button });
    assert.deepEqual(news(), tapped(3, "left"));
  }
});

test("a key is down while any source holds it", async () => {
  const { made, news } = await hands();
  made.press("pointer 1", 0, "left");
  made.press("pointer 2", 0, "left", "right");
  assert.deepEqual(news(), ["0 left down", "0 right down"]);
  made.release("pointer 1");
  assert.deepEqual(news(), []);
  made.release("pointer 2");
  assert.deepEqual(news(), ["0 left up", "0 right up"]);
});

const WAYS_OUT = {
  "another window": () => fire(null, "blur"),
  "another page": () => fire(null, "pagehide"),
  "the background": () => hidePage(true),
  "other keys": (made) => made.assign(SIX.slice(0, 2)),
};
for (const [name, leave] of Object.entries(WAYS_OUT)) {
  test(`nothing sticks after ${name}`, async () => {
    const { made, news } = await hands();
    stroke("keydown", "KeyA", "a");
    stroke("keydown", "KeyD", "d");
    assert.deepEqual(news(), ["0 left down", "0 right down"], "both outer keys at once");
    leave(made);
    assert.deepEqual(news(), ["0 left up", "0 right up"]);
    for (const [code, key] of [["KeyA", "a"], ["KeyD", "d"]]) stroke("keyup", code, key);
    assert.deepEqual(news(), []);
    hidePage(false);
  });
}

test("a click without a pointer holds a key for as long as a tap lasts, and the next one presses it again", async (t) => {
  const pass = stopClock(t);
  const { made, news } = await hands();
  const button = document.createElement("button");
  made.attach(button, 0, "middle");
  fire(button, "click", { detail: 0 });
  assert.deepEqual(news(), ["0 middle down"]);
  pass(100);
  assert.deepEqual(news(), ["0 middle up"]);
  fire(button, "click", { detail: 0 });
  pass(50);
  fire(button, "click", { detail: 0 });
  pass(50);
  assert.deepEqual(news(), [...tapped(0, "middle"), "0 middle down"]);
  fire(null, "blur");
  assert.deepEqual(news(), ["0 middle up"]);
  assert.equal(fire(button, "keyup", { code: "Space" }).defaultPrevented, true, "the browser's own click would be a second one");
});

test("the button of both outer keys holds them by a pointer, and is a switch for who cannot hold", async () => {
  const { made, news } = await hands();
  const lift = document.createElement("button");
  made.attach(lift, 1, "left", "right");
  const [down, up] = [["1 left down", "1 right down"], ["1 left up", "1 right up"]];
  fire(lift, "pointerdown", { pointerId: 7, button: 0, pressure: 0.5 });
  assert.deepEqual(news(), down);
  fire(lift, "pointerup", { pointerId: 7 });
  assert.deepEqual(news(), up);
  for (const wanted of [down, up, down]) {
    fire(lift, "click", { detail: 0 });
    assert.deepEqual(news(), wanted);
  }
  made.switchOff(1);
  assert.deepEqual(news(), up);
  for (const wanted of [down, up, down]) {
    fire(lift, "pointerdown", { pointerId: 8, button: 0, pressure: 0.5, pointerType: "mouse" });
    fire(lift, "pointerup", { pointerId: 8 });
    fire(lift, "click", { detail: 1 });
    assert.deepEqual(news(), wanted);
  }
  made.press("pointer 9", 0, "left");
  assert.deepEqual(news(), ["0 left down"], "a key of another seat is none of its business");
  made.press("pointer 10", 1, "left");
  assert.deepEqual(news(), [...up, "1 left down"], "a key of the seat is pressed, so the switch is off");
});
