// The panel of a seat put together: a tap becomes one answer, what is half entered stays as long as it is asked, and what is said.
//
// Its questions stand in front of the game, where no board of a game is drawn.

import assert from "node:assert/strict";
import test from "node:test";

import { document, fire, stopClock } from "./browser.mjs";

const { Countdown } = await import("/static/countdown/countdown.js");
const { Panel } = await import("/static/touch/panel.js");
const { Settings } = await import("/static/touch/settings.js");

const CODE = [4, 0, 7];
const FILL = { kind: "fill", title: "Make a code", move: "set_code", field: "digits", length: 3, repeats: 1, accept: "OK", symbols: [...Array(10).keys()].map((value) => ({ value, label: String(value), name: String(value) })) };
const PAUSE = { place: 0, to: "", device: { lines: ["Seat 2 is away."], keys: ["", "Play on", ""] } };

const choose = (...names) => ({ kind: "choose", title: "Which?", options: names.map((name) => ({ move: { move: name }, text: name })) });

/** What seat 0 of two is sent. */
function asked(number, prompt, { view = {}, ...more } = {}) {
  const shown = { game: "nim", seats: 2, seat: 0, to_act: [0], phase: "play", winners: null, scores: [0, 0], ...view };
  return { number, game: "nim", title: "Nim", to: "abandon 1", prompt, turn: "", event: "", notice: "", yours: false, names: ["Ann", "Bob"], lines: [], view: shown, ...more };
}

/** The panel, with what it sends while it is `connected`. */
function panel(test, about = {}) {
  const pass = stopClock(test);
  const state = { sent: [], connected: true };
  const countdown = new Countdown();
  const send = (answer) => state.connected && state.sent.push(answer) > 0;
  const made = new Panel({ settings: new Settings(), countdown, send, press() {}, ...about });
  const button = (name) => made.root.querySelector(`[data-act="${name}"]`);
  return {
    ...{ made, state, countdown, pass, button },
    tap(name) {
      fire(button(name), "pointerdown", { pointerId: 1, button: 0, pressure: 0.5 });
      fire(button(name), "pointerup", { pointerId: 1 });
      fire(button(name), "click", { detail: 1 });
    },
    enter() {
      for (const digit of CODE) this.tap(`symbol ${digit}`);
    },
    disconnect() {
      state.connected = false;
      made.lost();
    },
    get choices() {
      return made.parts.pad.querySelectorAll("button").map((one) => one.textContent);
    },
    get entered() {
      return made.root.querySelectorAll("button.place").filter((one) => !one.getAttribute("aria-label").endsWith("empty")).length;
    },
    get notice() {
      return made.parts.notice.querySelectorAll("p").map((one) => one.textContent).join(" ");
    },
    get said() {
      return made.announcer.root.textContent;
    },
  };
}

for (const then of [[], ["third", "fourth"]]) {
  test(`a tap counts for what was there when the finger went down, with ${then.length ? "other buttons" : "no button"} after it`, (t) => {
    const seat = panel(t);
    seat.made.show(asked(7, choose("first", "second")));
    const button = seat.button("choose 0");
    fire(button, "pointerdown", { pointerId: 1, button: 0 });
    seat.made.show(then.length ? asked(8, choose(...then)) : asked(8, null));
    fire(button, "pointerup", { pointerId: 1 });
    fire(button, "click", { detail: 1 });
    assert.deepEqual(seat.state.sent, [{ move: { move: "first" }, number: 7, to: "abandon 1" }]);
    assert.deepEqual(seat.choices, then);
  });
}

test("a symbol that is refused says why at once, until the next tap", (t) => {
  const seat = panel(t);
  const why = "No digit twice.";
  seat.made.show(asked(1, { ...FILL, repeat_rule: why }));
  seat.tap("symbol 4");
  seat.tap("symbol 4");
  assert.deepEqual([seat.entered, seat.made.parts.hint.textContent], [1, why]);
  assert.match(seat.said, /No digit twice/);
  assert.equal(seat.button("symbol 4").getAttribute("aria-disabled"), "true");
  seat.tap("symbol 0");
  assert.deepEqual([seat.entered, seat.made.parts.hint.textContent], [2, FILL.title]);
});

test("a code without a connection is told, stays entered, and can be given at once", (t) => {
  const seat = panel(t);
  seat.made.show(asked(1, FILL));
  seat.enter();
  seat.disconnect();
  seat.tap("bar go");
  assert.deepEqual([seat.state.sent, seat.entered], [[], 3]);
  assert.match(seat.notice, /did not reach the table/);
  seat.state.connected = true;
  seat.tap("bar go");
  assert.deepEqual(seat.state.sent.map(({ move }) => move.digits), [CODE]);
  assert.equal(seat.notice, "");
});

test("the green button says what its move is called", (t) => {
  const seat = panel(t);
  const wheel = { field: "number", title: "Your number?", symbols: [{ value: 4, label: "4", name: "4" }, { value: 5, label: "5", name: "5" }] };
  const dial = { kind: "dial", title: "Your guess?", move: "guess", wheels: [wheel], fixed: [], barred: [], accept: "Guess" };
  for (const prompt of [dial, { ...FILL, accept: "Guess" }]) {
    seat.made.show(asked(1, prompt));
    assert.equal(seat.button("bar go").textContent, "Guess");
  }
  seat.made.show(asked(1, { ...choose("guess", "pass"), confirm: true, accept: "Guess" }));
  assert.equal(seat.button("bar go"), null, "nothing is chosen that it could make");
  seat.tap("choose 0");
  assert.equal(seat.button("bar go").textContent, "Guess");
});

for (const way of ["connection", "pause"]) {
  test(`a code that was lost with a ${way} is told for eyes and ears, and stays entered`, (t) => {
    const seat = panel(t);
    seat.made.show(asked(1, FILL));
    seat.enter();
    seat.tap("bar go");
    if (way === "pause") seat.made.show(PAUSE);
    else seat.disconnect();
    seat.state.connected = true;
    assert.equal(seat.notice, "");
    seat.made.show(asked(1, FILL));
    assert.match(seat.notice, /Tap again/);
    assert.deepEqual([seat.said, seat.entered], [seat.notice, 3]);
    seat.tap("bar go");
    assert.deepEqual([seat.state.sent.length, seat.notice], [2, ""]);
  });
}

test("a code that arrived is not asked for again, and goes from the panel", (t) => {
  const seat = panel(t);
  seat.made.show(asked(1, FILL));
  seat.enter();
  seat.tap("bar go");
  seat.made.lost();
  seat.made.show(asked(2, FILL));
  assert.deepEqual([seat.notice, seat.entered], ["", 0]);
});

test("a code stays entered where another player was first", (t) => {
  const seat = panel(t);
  seat.made.show(asked(1, FILL, { view: { to_act: [0, 1] } }));
  seat.enter();
  seat.tap("bar go");
  seat.made.show(asked(2, FILL));
  seat.made.show(asked(2, FILL, { notice: "The table has gone on meanwhile." }));
  assert.equal(seat.entered, 3);
  seat.tap("bar go");
  assert.deepEqual(seat.state.sent.map(({ number }) => number), [1, 2]);
});

test("what is half entered stays while others move, is taken over by another panel, and goes with another question", (t) => {
  const seat = panel(t);
  seat.made.show(asked(1, FILL));
  seat.tap("symbol 4");
  seat.made.show(asked(2, FILL, { event: "Bob asked." }));
  assert.equal(seat.entered, 1);
  assert.deepEqual(seat.made.kept.draft.values, [4, null, null]);
  seat.made.show(asked(3, { ...FILL, title: "Guess" }));
  assert.equal(seat.entered, 0);
});

test("what the question bars is dead and says why, and each step is undone alone", (t) => {
  const seat = panel(t);
  seat.made.show(asked(1, { ...FILL, repeat_rule: "No digit twice." }));
  seat.tap("symbol 4");
  assert.equal(seat.button("symbol 4").getAttribute("title"), "No digit twice.");
  seat.tap("symbol 4");
  assert.equal(seat.entered, 1);
  seat.tap("symbol 0");
  for (const left of [1, 0]) {
    seat.tap("bar undo");
    assert.equal(seat.entered, left);
  }
  assert.equal(seat.button("bar undo"), null);
});

test("a dialog goes with its panel, so nothing stands in front of what comes after it", (t) => {
  const seat = panel(t);
  seat.made.show(asked(1, null));
  seat.tap("tool menu");
  assert.ok(document.body.querySelector("dialog"));
  seat.made.close();
  assert.equal(document.body.querySelector("dialog"), null);
});

test("a proposal is asked back, and another one that was asked back before reads as at first", (t) => {
  const seat = panel(t);
  const proposals = ["take_back", "abandon"];
  seat.made.show(asked(1, null, { menu: choose(...proposals) }));
  seat.tap("tool menu");
  const entries = proposals.map((name) => document.body.querySelectorAll("button").find((one) => one.textContent === name));
  const read = () => entries.map((one, at) => one.textContent === proposals[at]);
  for (const at of [0, 1]) {
    fire(entries[at], "click");
    assert.deepEqual(read(), [at !== 0, at !== 1]);
  }
  fire(entries[0], "click");
  assert.deepEqual([read(), seat.state.sent], [[false, true], []]);
  fire(entries[0], "click");
  assert.deepEqual(seat.state.sent.map(({ move }) => move.move), ["take_back"]);
});

for (const [written, taken, wrong] of [["Иван", null, "И в а н"], ["Ann#2", null, "#"], ["jo\u0308", "JÖ", null], ["  Ann 2 ", "ANN 2", null]]) {
  test(`the name "${written}" is ${wrong ? "refused with a reason" : "taken"}`, (t) => {
    const seat = panel(t);
    seat.made.show(asked(1, { kind: "write", title: "Your name", move: "new_name", field: "name", letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZÖ0123456789 ", longest: 12 }));
    seat.made.root.querySelector("input").value = written;
    seat.tap("write ok");
    assert.deepEqual(seat.state.sent.map(({ move }) => move.name), taken ? [taken] : []);
    const told = seat.made.parts.pad.querySelector("p")?.textContent ?? null;
    assert.equal(told, wrong && `The screens cannot show ${wrong}: write it with other letters.`);
    assert.equal(seat.made.root.querySelector("input").value, written);
  });
}

test("an OK without a connection is told for eyes and ears beside the message, which stays", (t) => {
  const seat = panel(t);
  seat.made.show(asked(1, FILL, { notice: "Not that." }));
  seat.disconnect();
  seat.tap("notice ok");
  assert.match(seat.notice, /^Not that\. Your last tap did not reach the table/);
  assert.match(seat.said, /did not reach/);
  seat.state.connected = true;
  seat.tap("notice ok");
  assert.deepEqual([seat.state.sent.map(({ to }) => to), seat.notice], [["notice"], "Not that."]);
});

test("where the button with the focus goes, the panel has it", (t) => {
  const seat = panel(t);
  seat.made.show(asked(1, FILL));
  seat.enter();
  seat.button("bar go").focus();
  seat.made.show(asked(2, null));
  assert.equal(document.activeElement, seat.made.root);
  const elsewhere = document.createElement("button");
  elsewhere.focus();
  seat.made.show(asked(3, FILL));
  assert.equal(document.activeElement, elsewhere);
});

test("a message for this seat that was read aloud is not there any more when the seat is covered", (t) => {
  const seat = panel(t);
  seat.made.show(asked(1, null, { event: "Bob guessed.", notice: "Your code is 407." }));
  assert.equal(seat.said, "Bob guessed. Your code is 407.");
  seat.made.cover.setShut(true);
  assert.equal(seat.said, "");
  seat.made.cover.setShut(false);
  seat.made.show(asked(2, null, { event: "Bob guessed again." }));
  seat.made.cover.setShut(true);
  assert.equal(seat.said, "Bob guessed again.", "what is for everybody can be heard");
});

test("a card of a page that reads the events itself reads what is for its seat alone", (t) => {
  const seat = panel(t, { events: false });
  seat.made.show(asked(1, FILL, { event: "Bob guessed.", notice: "Not that.", turn: "Your turn", yours: true }));
  assert.equal(seat.said, "Not that. Your turn.");
});

test("a screen reader hears each event once, and whose turn it is", (t) => {
  const seat = panel(t);
  const heard = [];
  const { root } = seat.made.announcer;
  Object.defineProperty(root, "textContent", { set: (text) => heard.push(text), get: () => heard.at(-1) ?? "" });
  seat.made.show(asked(1, null, { event: "Ann set a code." }));
  seat.made.show(asked(1, null, { event: "Ann set a code." }));
  seat.made.show(asked(2, FILL, { event: "Bob guessed.", turn: "Your turn", yours: true }));
  seat.tap("symbol 4");
  seat.made.show(asked(2, FILL, { event: "Bob guessed.", turn: "Your turn", yours: true, notice: "Not that." }));
  seat.made.show(PAUSE);
  seat.made.show(PAUSE);
  seat.made.show({ ...PAUSE, device: { ...PAUSE.device, lines: ["Seat 2", "is back."] } });
  seat.made.show(asked(2, FILL, { event: "Bob guessed.", turn: "Your turn", yours: true, notice: "Not that." }));
  assert.deepEqual(heard, ["Ann set a code.", "Bob guessed. Your turn.", "Not that.", "Seat 2 is away.", "Seat 2 is back.", "The game goes on."]);
});

test("who looks by a switch looks until the own turn ends, not while luck decides in it", (t) => {
  const seat = panel(t);
  const show = (number, yours, to_act) => seat.made.show(asked(number, null, { lifts: true, yours, view: { to_act } }));
  show(1, true, [0]);
  fire(seat.made.cover.button, "click", { detail: 0 });
  for (const [yours, to_act, covered] of [[false, ["chance"], false], [true, [0], false], [false, [1], true]]) {
    show(2, yours, to_act);
    assert.equal(seat.made.cover.covered, covered);
  }
  fire(seat.made.cover.button, "click", { detail: 0 });
  show(3, false, [1]);
  assert.equal(seat.made.cover.covered, false, "who looks in another one's turn goes on");
});

test("the chosen number of a dial is marked, and a tap on another one turns to it", (t) => {
  const pressed = [];
  const seat = panel(t, { press: (key) => pressed.push(key) });
  seat.made.show({ ...PAUSE, device: { lines: ["Facing Bob?", "2 on top"], keys: ["◀", "OK", "▶"], dial: { values: ["1", "3", "4", "6"], at: 2 } } });
  const numbers = ["1", "3", "4", "6"].map((value) => seat.button(`device value ${value}`));
  assert.deepEqual(numbers.map((one) => one.getAttribute("aria-pressed")), ["false", "false", "true", "false"]);
  for (const [value, keys] of [["6", ["right"]], ["1", ["left", "left"]], ["4", []]]) {
    seat.tap(`device value ${value}`);
    assert.deepEqual(pressed.splice(0), keys);
  }
});

test("of several messages those are read aloud that are new", (t) => {
  const seat = panel(t);
  seat.made.show(asked(1, FILL, { notice: "Ann was wrong." }));
  assert.equal(seat.said, "Ann was wrong.");
  seat.made.show(asked(1, FILL, { notice: "Ann was wrong.\nBob drew. Bob was wrong." }));
  assert.deepEqual([seat.said, seat.notice], ["Bob drew. Bob was wrong.", "Ann was wrong. Bob drew. Bob was wrong."]);
});

test("a message for this seat is not read aloud while it is covered", (t) => {
  const seat = panel(t);
  seat.made.show(asked(1, null, { lifts: true, event: "Bob guessed.", notice: "Your code is 407." }));
  assert.equal(seat.said, "Bob guessed.");
});

test("the own time stands beside the turn, and its end is told; another one's is only seen", (t) => {
  const clock = { kind: "turn", seconds: 30, left: [30, 30], asked: [0], running: [0] };
  for (const own of [true, false]) {
    const seat = panel(t);
    seat.made.show(asked(1, own ? FILL : null, { turn: "Your turn", yours: own, view: { seat: own ? 0 : 1 } }));
    assert.equal(seat.made.parts.time.hidden, true);
    const begins = own ? "Your turn." : "";
    seat.countdown.take(clock);
    const told = [[0, "0:30", begins], [20, "0:10", "10 seconds left."], [5, "0:05", "10 seconds left."], [5, "0:00", "Your time is up."], [7, "+0:07", "Your time is up."]];
    for (const [seconds, shown, words] of told) {
      seat.pass(1000 * seconds);
      assert.deepEqual([seat.made.parts.time.textContent, seat.said], [shown, own ? words : ""]);
    }
    if (own) seat.enter();
    assert.equal(seat.entered, own ? 3 : 0, "everything can be tapped as before");
    seat.made.close();
  }
});

test("what is left of a tournament's round stands where nobody's think time passes", (t) => {
  const seat = panel(t);
  const time = () => [seat.made.parts.time.hidden, seat.made.parts.time.textContent];
  seat.made.show(asked(1, FILL, { yours: true, view: { seat: 0 }, round_left: "12m" }));
  assert.deepEqual(time(), [false, "12m"]);
  seat.countdown.take({ kind: "turn", seconds: 30, left: [30, 30], asked: [0], running: [0] });
  assert.deepEqual(time(), [false, "0:30"]);
  seat.countdown.take(null);
  assert.deepEqual(time(), [false, "12m"]);
  seat.made.show(asked(2, FILL, { yours: true, view: { seat: 0 }, round_left: "" }));
  assert.equal(seat.made.parts.time.hidden, true);
});

test("an answer that the table does not meet for a second is told to be on its way, until there is news", (t) => {
  const seat = panel(t);
  const hint = () => seat.made.parts.hint.textContent;
  seat.made.show(asked(7, choose("first", "second")));
  seat.tap("choose 0");
  seat.pass(999);
  assert.equal(hint(), "Which?");
  seat.pass(1);
  assert.deepEqual([hint(), seat.said], ["Sending …", "Sending."]);
  seat.made.show(asked(8, choose("third", "fourth")));
  assert.equal(hint(), "Which?");
  seat.tap("choose 0");
  seat.made.show(asked(9, choose("first", "second")));
  seat.pass(1000);
  assert.equal(hint(), "Which?", "it was met at once");
});
