// What the table sends to a page, read into pixels, texts and the places of players.

import assert from "node:assert/strict";
import test from "node:test";

import { document } from "./browser.mjs";

const { Oled, readFrame, readText } = await import("/static/oled.js");
const { places, sharePage } = await import("/static/seats/places.js");
const { readData } = await import("/static/touch/data.js");
const digitcode = await import("/static/games/digitcode/board.js");
const { inWords, known } = digitcode;
const generic = await import("/static/boards/generic.js");
const lobby = await import("/static/boards/lobby.js");
const { result } = await import("/static/recap.js");
const { called, standing, won } = await import("/static/boards/common.js");

const message = (seat, kind, value) => Uint8Array.from([seat, kind, ...new TextEncoder().encode(JSON.stringify(value))]);

test("data, a screen as text and a screen in pixels are told apart", () => {
  const text = { lines: ["Zoë’s code"], keys: ["◀", "", "▶"] };
  assert.deepEqual(readData(message(0, 2, { number: 3 })), { number: 3 });
  assert.deepEqual(readText(message(5, 4, text)), { seat: 5, ...text });
  for (const kind of [0, 1]) assert.deepEqual([readData(Uint8Array.from([0, kind])), readText(Uint8Array.from([0, kind]))], [null, null]);
  assert.deepEqual([readData(message(0, 4, text)), readText(message(0, 2, {}))], [null, null]);
});

test("a frame has runs of bytes, each with its page and column", () => {
  const frame = readFrame(Uint8Array.from([3, 1, 0, 5, 2, 17, 34, 7, 127, 1, 255]));
  assert.deepEqual({ ...frame, runs: frame.runs.map((run) => ({ ...run, data: [...run.data] })) }, {
    seat: 3,
    full: true,
    runs: [{ page: 0, column: 5, data: [17, 34] }, { page: 7, column: 127, data: [255] }],
  });
  assert.deepEqual(readFrame(Uint8Array.from([0, 0])), { seat: 0, full: false, runs: [] });
});

/** An OLED, and the places [x, y] of its lit pixels. */
function oled() {
  const canvas = document.createElement("canvas");
  const image = { data: new Uint8ClampedArray(4 * 128 * 64) };
  let shown = [];
  const lit = () => Array.from({ length: 128 * 64 }, (_, at) => at).filter((at) => image.data[4 * at] > 128).map((at) => [at % 128, Math.floor(at / 128)]);
  canvas.getContext = () => ({ createImageData: () => image, putImageData: () => (shown = lit()) });
  return { made: new Oled(canvas), lit: () => shown };
}
const run = (page, column, ...data) => ({ page, column, data: Uint8Array.from(data) });

test("a byte of a run lights eight pixels downwards, and a run changes no other ones", () => {
  const { made, lit } = oled();
  made.show({ full: true, runs: [run(1, 10, 0b10000001, 0b10)] });
  assert.deepEqual(lit(), [[10, 8], [11, 9], [10, 15]]);
  made.show({ full: false, runs: [run(7, 127, 0b10000000), run(1, 11, 0)] });
  assert.deepEqual(lit(), [[10, 8], [10, 15], [127, 63]]);
  made.show({ full: true, runs: [run(0, 0, 1)] });
  assert.deepEqual(lit(), [[0, 0]]);
  made.clear();
  assert.deepEqual(lit(), []);
});

const NAMES = ["Ada", "Ben", "Cleo", "Dora"];

test("the seats of a game sit where it says, and the others look on", () => {
  const sitting = places(NAMES, { view: { game: "mastermind", to_act: [1] }, names: ["Kim", "Lou"], places: [3, 1], machines: [0] });
  assert.deepEqual(sitting.map(({ name, plays, acts, machine = false }) => [name, plays, acts, machine]), [
    ["Ada", false, false, false],
    ["Lou", true, true, false],
    ["Cleo", false, false, false],
    ["Kim", true, false, true],
  ]);
});

test("people share a page where two of them have sat down, before the game", () => {
  const [ann, bob, machine, free] = [{ joined: true }, { joined: true, level: null }, { joined: true, level: "best" }, { joined: false }];
  for (const [players, wanted] of [[[ann, bob], true], [[ann, machine], false], [[ann, free], false], [[free, ann, machine, bob], true]]) {
    assert.equal(sharePage({ view: { game: "lobby", players } }), wanted);
  }
  assert.deepEqual([sharePage({ view: { game: "mastermind" } }), sharePage(null)], [false, false]);
});

test("without places the seats are the table's, and before a message all sit idle", () => {
  const names = (message) => places(NAMES, message).map(({ name, plays, acts }) => `${name} ${plays} ${acts}`);
  assert.deepEqual(names(null), NAMES.map((name) => `${name} true false`));
  assert.deepEqual(names({ view: { game: "passcode", to_act: [2] } }), ["Ada true false", "Ben true false", "Cleo true true", "Dora true false"]);
});

test("in the lobby the names are those that players have entered", () => {
  const view = { game: "lobby", to_act: [0], players: [{ name: "Kim" }, { name: "Robot", level: "hard" }] };
  const found = places(NAMES.slice(0, 3), { view }).map(({ name, acts, machine }) => [name, acts, machine]);
  assert.deepEqual(found, [["Kim", true, false], ["Robot", false, true], ["Cleo", false, false]]);
});

test("a sheet has what was answered about one player's code, and a comparison that was made twice once", () => {
  const question = (of, about, answer) => ({ of, question: about, answer });
  const view = {
    asked: [
      question(1, { move: "ask_line", line: "B" }, 4),
      question(1, { move: "ask_parity", place: "T" }, "odd"),
      question(1, { move: "ask_space", column: "A", row: "K" }, false),
      question(1, { move: "ask_larger", places: ["T", "U"] }, "T"),
      question(1, { move: "ask_larger", places: ["U", "T"] }, "T"),
      question(0, { move: "ask_line", line: "C" }, 9),
    ],
  };
  assert.deepEqual(known(view, 1), { lines: { B: 4 }, parity: { T: "odd" }, spaces: { AK: false }, larger: [[["U", "T"], "T"]] });
  assert.deepEqual(view.asked.map((one) => inWords(one).join(": ")), ["line B: 4 filled", "T even/odd: odd", "space AK: empty", "T or U: T larger", "U or T: T larger", "line C: 9 filled"]);
});

test("questions and proposals stand in the order of the game, the newest first", () => {
  const line = (seat, letter) => ({ seat, of: 1 - seat, question: { move: "ask_line", line: letter }, answer: 2 });
  const proposal = (seat) => ({ seat, digits: [1, 2, 3, 4, 5, 6], correct: false });
  const view = {
    seats: 2, seat: null, to_act: [0], phase: "ask", master: null, codes: [null, null], table_code: null, turn_of: 0, winners: null, replays: 0,
    asked: [line(0, "A"), line(1, "B"), line(1, "C")], proposals: [proposal(1), proposal(0)], asked_before: [0, 2], wrong: [1, 1], out: [],
  };
  const list = digitcode.draw({ view, names: ["Kim", "Lou"] }, null).side[1];
  assert.deepEqual(list.querySelectorAll("li").map((one) => one.textContent.replace(/2 filled|✗ wrong/, "")), ["Louline C", "Kim123 456", "Louline B", "Kimline A", "Lou123 456"]);
});

test("the last chance of Digit Code begins with the proposal, and its other pages lead there", () => {
  const view = {
    seats: 2, seat: 1, to_act: [1], phase: "last", master: null, codes: [null, [4, 0, 7, 1, 9, 3]], table_code: null, turn_of: 1, winners: null, replays: 0,
    asked: [], proposals: [{ seat: 0, digits: [4, 0, 7, 1, 9, 3], correct: true }], asked_before: [0], wrong: [0, 0], out: [],
  };
  const symbols = Array.from({ length: 10 }, (_, digit) => ({ value: digit, label: String(digit), name: String(digit) }));
  const propose = { kind: "fill", title: "Solve", move: "propose", field: "digits", length: 6, repeats: 2, symbols, fixed: [], cannot: [], secret: false };
  const pass = { kind: "choose", title: "Pass", help: "", options: [{ move: { move: "pass" }, label: "Pass", text: "Pass" }] };
  const prompt = { kind: "menu", title: "Your turn", help: "", branches: [{ label: "Solve", text: "Solve", prompt: propose }, { label: "Pass", text: "Pass", prompt: pass }] };
  const button = () => document.createElement("button");
  const board = (memory) => digitcode.draw({ view, names: ["Kim", "Lou"] }, { prompt, draft: {}, memory, levels: {}, button, set() {}, remember() {}, send() {} });
  assert.match(board({ tab: "digits" }).hint, /^All six digits. If it is wrong, you lose/);
  for (const lastTab of ["sheet", "digits"]) assert.equal(board({ lastTab }).hint, "Your last chance: go to Propose");
});

test("a board that draws any game has a column for what each seat has one of, and none for a story of that length", () => {
  const view = { game: "nim", seats: 2, seat: null, to_act: [0], phase: "take", winners: null, scores: [3, 4], takes: [{ seat: 0, heap: 1 }, { seat: 1, heap: 2 }] };
  const drawn = generic.draw({ view, names: ["Kim", "Lou"] }, null);
  const terms = (tag) => drawn.main[0].querySelectorAll(tag).map((one) => one.textContent);
  assert.deepEqual([terms("th"), terms("dt")], [["", "Scores", "Kim", "Lou"], ["Takes"]]);
  assert.equal(drawn.head[0], "Nim");
  assert.equal(generic.draw({ view: { ...view, game: "davinci" }, names: ["Kim", "Lou"] }, null).head[0], "Da Vinci Code");
});

test("the lobby calls an option by its title", () => {
  const view = { game: "lobby", seats: 2, seat: null, to_act: [], phase: "lobby", winners: null };
  const terms = (changed) => lobby.draw({ view: { ...view, ...changed }, names: ["Kim", "Lou"] }, null).main[0].querySelectorAll("dt").map((one) => one.textContent);
  assert.deepEqual(terms({ chosen: "davinci", choices: [{ name: "first_seat", value: 0 }] }), ["Who begins"]);
  assert.deepEqual(terms({ chosen: "nim", choices: [{ name: "heap", value: 7 }] }), ["Heap"]);
});

test("a value of the lobby that is chosen already is not sent again", () => {
  const move = (value) => ({ move: "set", option: "heap", value });
  const choice = { kind: "choose", title: "Heap", help: "", options: [7, 9].map((value) => ({ move: move(value), label: `${value}`, text: value === 7 ? "7\tnow" : "9" })) };
  const prompt = { kind: "menu", title: "You", help: "", branches: [{ label: "Heap", text: "Heap\t7", prompt: choice }] };
  const acts = new Map();
  const sent = [];
  const ui = { prompt, levels: {}, draft: { branch: 0 }, set: () => {}, send: (made) => sent.push(made), button: (key, _, act) => (acts.set(key, act), document.createElement("button")) };
  const view = { game: "lobby", seats: 2, seat: 0, to_act: [0, 1], chosen: "nim", winners: null };
  lobby.draw({ view, names: ["Kim", "Lou"] }, ui);
  acts.get("inner choose 0")();
  assert.deepEqual(sent, []);
  acts.get("inner choose 1")();
  assert.deepEqual(sent, [move(9)]);
});

test("the lobby's card has the name of the edition", () => {
  const view = { game: "lobby", seats: 2, seat: null, to_act: [], phase: "lobby", winners: null, chosen: "mastermind", title: "Bulls and Cows" };
  const choices = [{ name: "edition", value: "bulls_and_cows" }, { name: "games", value: 4 }];
  const [card] = lobby.draw({ view: { ...view, choices }, names: ["Kim", "Lou"] }, null).main;
  assert.equal(card.querySelector("h2").textContent, "Bulls and Cows");
  assert.deepEqual([card.textContent.match(/bulls/gi).length, card.querySelector("dd").textContent], [1, "4"], "and says it once");
});

test("a finished game leads to its review where there is one", () => {
  const leads = ["mastermind", "nim"].map((game) => result({ view: { game, winners: [0], scores: [1, 0], seat: 0 }, number: 9, lines: [] }, String)[0].querySelector("a"));
  assert.deepEqual(leads.map((one) => one?.getAttribute("href")), ["/history#newest/0/8/review", undefined]);
});

test("who won is said by name, and how a seat stands by marks", () => {
  const name = called({ view: { seat: 0 }, names: ["Kim"] }, null);
  const ends = [null, undefined, [], [0], [0, 2]].map((winners) => won({ winners }, name));
  assert.deepEqual(ends, ["", "", "Nobody wins", "Kim wins", "A draw: Kim and Player 3"]);
  assert.equal(name("table"), "The table");
  assert.equal(called({ view: { seat: null }, names: ["Kim", "Lou"], handed_over: [1] }, null)(1), "Lou (machine)");
  const view = { winners: null, to_act: ["chance", 0], turn_of: 1, out: [2] };
  assert.deepEqual([0, 1, 2, 3].map((seat) => standing(view, seat)), ["acting", "acting", "out", ""]);
  assert.equal(standing({ winners: [0], to_act: [] }, 0), "winner");
});
