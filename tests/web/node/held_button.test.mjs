// A button that is held by a finger, and a switch for a keyboard and a screen reader; and keys whose picture can be covered.

import assert from "node:assert/strict";
import test from "node:test";

import { document, fire } from "./browser.mjs";

const { heldButton } = await import("/static/seats/held_button.js");
const { ReadableKeys } = await import("/static/seats/readable_keys.js");

/** A button, and what happened at it since it was asked last. */
function held(about = {}) {
  const button = document.createElement("button");
  const told = [];
  heldButton(button, { down: (id) => told.push(`down ${id}`), up: (id) => told.push(`up ${id}`), click: () => told.push("click"), ...about });
  return { button, news: () => told.splice(0) };
}

test("where a mouse clicks, it holds nothing, and a finger does", () => {
  const { button, news } = held({ mouse: "clicks" });
  for (const [pointerType, told] of [["mouse", ["click"]], ["touch", ["down 1", "up 1"]], ["pen", ["down 1", "up 1"]]]) {
    fire(button, "pointerdown", { ...FINGER, pointerId: 1, pointerType });
    fire(button, "pointerup", { pointerId: 1 });
    fire(button, "click", { detail: 1 });
    assert.deepEqual(news(), told, pointerType);
  }
});

const FINGER = { button: 0, pressure: 0.5, width: 20, height: 20, pointerType: "touch" };

test("a pointer holds it until it leaves, is cancelled or is lost, and its own click is none", () => {
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    const { button, news } = held();
    fire(button, "pointerdown", { ...FINGER, pointerId: 4 });
    assert.deepEqual(news(), ["down 4"]);
    fire(button, end, { pointerId: 4 });
    fire(button, "lostpointercapture", { pointerId: 4 });
    fire(button, "click", { detail: 1 });
    assert.deepEqual(news(), ["up 4"], end);
  }
});

test("two fingers hold it apart from each other, and one that never pressed it does not let it go", () => {
  const { button, news } = held();
  for (const pointerId of [1, 2]) fire(button, "pointerdown", { ...FINGER, pointerId });
  for (const pointerId of [1, 3]) fire(button, "pointerup", { pointerId });
  assert.deepEqual(news(), ["down 1", "down 2", "up 1"]);
});

test("the pointer stays this button's when it leaves it", () => {
  const { button } = held();
  const captured = [];
  button.setPointerCapture = (id) => captured.push(id);
  fire(button, "pointerdown", { ...FINGER, pointerId: 5 });
  assert.deepEqual(captured, [5]);
});

test("the right button of a mouse holds nothing, and a long touch opens no menu", () => {
  const { button, news } = held();
  fire(button, "pointerdown", { ...FINGER, pointerId: 1, button: 2 });
  assert.deepEqual(news(), []);
  assert.equal(fire(button, "contextmenu").defaultPrevented, true);
});

test("a click of the keyboard is a click, and one that repeats is not", () => {
  const { button, news } = held();
  fire(button, "click", { detail: 0 });
  assert.deepEqual(news(), ["click"]);
  assert.equal(fire(button, "keydown", { key: "Enter", repeat: false }).defaultPrevented, false);
  assert.equal(fire(button, "keydown", { key: "Enter", repeat: true }).defaultPrevented, true);
});

const POINTERS = {
  "VoiceOver's touch": [{ pointerType: "touch", pressure: 0, width: 1 / 3, height: 1 / 3 }, "iPhone", true],
  "TalkBack's touch": [{ pointerType: "mouse", pressure: 0, width: 1, height: 1 }, "Linux; Android 16", true],
  "a mouse that says no pressure": [{ pointerType: "mouse", pressure: 0, width: 1, height: 1 }, "X11; Linux", false],
  "a finger that says no pressure": [{ pointerType: "touch", pressure: 0, width: 20, height: 20 }, "Linux; Android 16", false],
  "a narrow finger that says no pressure": [{ pointerType: "touch", pressure: 0, width: 0.5, height: 20 }, "iPhone", false],
  "a flat finger that says no pressure": [{ pointerType: "touch", pressure: 0, width: 20, height: 0.5 }, "iPhone", false],
  "a thin pen": [{ pointerType: "pen", pressure: 0.5, width: 0.5, height: 0.5 }, "iPhone", false],
};
for (const [name, [pointer, userAgent, spoken]] of Object.entries(POINTERS)) {
  test(`${name} ${spoken ? "is a click" : "holds the button"}`, () => {
    navigator.userAgent = userAgent;
    const { button, news } = held();
    for (let twice = 0; twice < 2; twice += 1) {
      fire(button, "pointerdown", { button: 0, pointerId: 99, ...pointer });
      fire(button, "pointerup", { pointerId: 99 });
      fire(button, "click", { detail: 1 });
      assert.deepEqual(news(), spoken ? ["click"] : ["down 99", "up 99"]);
    }
    fire(button, "pointerdown", { ...FINGER, pointerId: 1 });
    assert.deepEqual(news(), ["down 1"], "a real finger after it");
  });
}

/** The keys of a seat: what is sent, and whether both outer ones are held. */
function readable({ covered = true, lifts = true } = {}) {
  const sent = [];
  const state = { covered, lifts };
  const send = (key, down) => sent.push(`${key} ${down ? "down" : "up"}`);
  const keys = new ReadableKeys({ send, covered: () => state.covered, lifts: () => state.lifts, onLift: (held) => (state.held = held) });
  const change = (...changes) => changes.forEach((one) => keys.change(one.slice(1), one[0] === "+"));
  return { state, change, news: () => sent.splice(0) };
}

test("a key does nothing while nobody can read what it would do", () => {
  const { state, change, news } = readable();
  change("+left", "-left");
  assert.deepEqual(news(), []);
  state.covered = false;
  change("+left", "-left");
  assert.deepEqual(news(), ["left down", "left up"]);
});

test("a key that went down in sight goes up although it was covered meanwhile, and the other way round is silent", () => {
  const { state, change, news } = readable({ covered: false });
  change("+middle");
  state.covered = true;
  change("-middle");
  assert.deepEqual(news(), ["middle down", "middle up"]);
  change("+middle");
  state.covered = false;
  change("-middle");
  assert.deepEqual(news(), []);
});

test("both outer keys lift the Secrecy screen of a covered picture, and only where there is one", () => {
  const { state, change, news } = readable();
  change("+left");
  assert.deepEqual([news(), state.held], [[], false]);
  change("+right");
  assert.deepEqual([news(), state.held], [["left down", "right down"], true]);
  change("-left");
  assert.deepEqual([news(), state.held], [["left up"], false]);
  change("-right");
  assert.deepEqual([news(), state.held], [["right up"], false]);
  const open = readable({ lifts: false });
  open.change("+left", "+right");
  assert.deepEqual([open.news(), open.state.held], [[], false]);
});

test("the middle key is not sent together with a lifted screen's keys twice", () => {
  const { change, news } = readable({ covered: false });
  change("+left", "+right", "+middle");
  assert.deepEqual(news(), ["left down", "right down"], "while it is lifted, no other key counts");
});
