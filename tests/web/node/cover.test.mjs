// What is secret on a phone is covered while nobody can be looking, and shown in the ways in which a person looks.

import assert from "node:assert/strict";
import test from "node:test";

import { document, fire, hidePage } from "./browser.mjs";

const { Cover } = await import("/static/touch/cover.js");
const { Settings } = await import("/static/touch/settings.js");

/** A cover, with what it told. `hold`: the player's own choice. */
function made({ hold = null, lifts = false, returns = false } = {}) {
  const root = document.createElement("section");
  const settings = new Settings();
  settings.values.hold = hold;
  const told = { covered: [], hides: 0 };
  const cover = new Cover(root, settings, { returns, onCover: (covered) => told.covered.push(covered), onHide: () => (told.hides += 1) });
  cover.setLifts(lifts);
  told.hides = 0;
  return { cover, root, settings, told, look: cover.button };
}

const down = (button) => fire(button, "pointerdown", { pointerId: 1, button: 0, pressure: 0.5 });
const up = (button) => fire(button, "pointerup", { pointerId: 1 });
const click = (button) => fire(button, "click", { detail: 0 });
const isCovered = ({ cover, root, look, told }) => {
  assert.equal(root.classList.contains("covered"), cover.covered);
  assert.equal(look.getAttribute("aria-pressed"), String(!cover.covered));
  assert.equal(told.covered.at(-1), cover.covered);
  return cover.covered;
};

test("secrets are open where neither the table nor the player covers them, and there is no button", () => {
  const seat = made();
  assert.deepEqual([isCovered(seat), seat.look.hidden], [false, true]);
});

for (const [name, about] of Object.entries({ "the table covers": { lifts: true }, "the player wants to hold": { hold: true } })) {
  test(`where ${name}, secrets are shown while the button is held`, () => {
    const seat = made(about);
    assert.deepEqual([isCovered(seat), seat.look.hidden, seat.look.textContent], [true, false, "Hold to look"]);
    down(seat.look);
    assert.equal(isCovered(seat), false);
    up(seat.look);
    assert.equal(isCovered(seat), true);
  });
}

test("for a keyboard and a screen reader the button is a switch", () => {
  const seat = made({ lifts: true });
  click(seat.look);
  assert.equal(isCovered(seat), false);
  click(seat.look);
  assert.equal(isCovered(seat), true);
});

test("for a mouse, which can hold one button alone, it is a switch, which goes off with the turn", () => {
  const seat = made({ lifts: true });
  const press = () => {
    fire(seat.look, "pointerdown", { pointerId: 1, button: 0, pressure: 0.5, pointerType: "mouse" });
    fire(seat.look, "pointerup", { pointerId: 1 });
    fire(seat.look, "click", { detail: 1 });
  };
  for (const covered of [false, true, false]) {
    press();
    assert.equal(isCovered(seat), covered);
  }
  seat.cover.endTurn();
  assert.deepEqual([isCovered(seat), seat.told.hides], [true, 2], "what uncovers elsewhere goes off, too");
  down(seat.look);
  seat.cover.endTurn();
  assert.equal(isCovered(seat), false, "a finger that holds goes on");
});

test("a player can want secrets open although the table covers them, at once", () => {
  const seat = made({ lifts: true });
  seat.settings.set("hold", false);
  assert.deepEqual([isCovered(seat), seat.look.hidden], [false, true]);
});

const LEAVE = {
  "the page goes to the background": () => hidePage(true),
  "another page comes": () => fire(null, "pagehide"),
  "the phone lies on its face": () => fire(null, "deviceorientation", { beta: 175 }),
  "the phone lies on its face the other way": () => fire(null, "deviceorientation", { beta: -175 }),
};
for (const [name, leave] of Object.entries(LEAVE)) {
  test(`open secrets are covered when ${name}, until a tap`, () => {
    const seat = made();
    leave();
    assert.deepEqual([isCovered(seat), seat.look.hidden, seat.look.textContent], [true, false, "Covered. Tap to look"]);
    assert.ok(seat.told.hides >= 1, "whatever is switched on to uncover goes off, too");
    hidePage(false);
    assert.equal(isCovered(seat), true, "who comes back may be another one");
    down(seat.look);
    up(seat.look);
    assert.deepEqual([isCovered(seat), seat.look.hidden], [false, true]);
  });

  test(`what is held open is covered when ${name}`, () => {
    const seat = made({ lifts: true });
    down(seat.look);
    leave();
    assert.equal(isCovered(seat), true);
    hidePage(false);
    assert.equal(isCovered(seat), true);
  });
}

test("a card of the bench is shown again when its page comes back", () => {
  const seat = made({ returns: true });
  hidePage(true);
  assert.equal(isCovered(seat), true);
  hidePage(false);
  assert.equal(isCovered(seat), false);
});

test("a phone that is tilted, or cannot tell how it lies, covers nothing", () => {
  const seat = made();
  for (const beta of [120, -120, 0, null]) fire(null, "deviceorientation", { beta });
  assert.equal(isCovered(seat), false);
});

test("both outer keys, held together, look like the button", () => {
  const seat = made({ lifts: true });
  seat.cover.setLifted(true);
  assert.equal(isCovered(seat), false);
  seat.cover.setLifted(false);
  assert.equal(isCovered(seat), true);
  seat.cover.setLifted(true);
  seat.cover.hide();
  assert.equal(isCovered(seat), true, "until nobody can be looking");
});

test("outer keys that are pressed after the page was away show it, and it stays so", () => {
  const seat = made();
  seat.cover.hide();
  seat.cover.setLifted(true);
  seat.cover.setLifted(false);
  assert.equal(isCovered(seat), false);
});

test("a seat that is covered whole stays so whatever is held, has no button to look, and nothing of it can be pressed", () => {
  const seat = made({ lifts: true });
  seat.cover.setShut(true);
  down(seat.look);
  assert.deepEqual([isCovered(seat), seat.look.hidden, seat.root.inert], [true, true, true]);
  seat.cover.setShut(false);
  assert.deepEqual([isCovered(seat), seat.look.hidden, seat.root.inert], [false, false, false]);
});

test("where the table covers nothing any more, what uncovered goes off", () => {
  const seat = made({ lifts: true });
  seat.cover.setLifts(false);
  assert.equal(seat.told.hides, 1);
  assert.equal(isCovered(seat), false);
});
