// The review of a finished game: its chart in rows, its numbers, and the sums of each seat.

import assert from "node:assert/strict";
import test from "node:test";

import { fire, observed } from "./browser.mjs";

const { charts, roomFor } = await import("/static/history/review_chart.js");
const { chancesAt, chanceLines, course } = await import("/static/history/chance_line.js");
const { element } = await import("/static/element.js");
const { ReviewSection } = await import("/static/history/review.js");

const CHOICE = { went_on: true, going_on: 0.625, stopping: 0.5, deviation: 0, good: true };
const SUMS = { choices: 3, good: 2, deviation: -0.1 };
const NAMES = ["Annabel", "Player 2"];

function move(number, changes = {}) {
  const numbers = { before: 1680, after: 302, gained: 1, expected: 1.5, best: 2, luck: -0.5, skill: 0.25 };
  return { number, nth: Math.ceil(number / 2), seat: number % 2, said: `guess ${number}`, why: "Because.", contradiction: false, choice: null, ...numbers, ...changes };
}
function review(moves, changes = {}) {
  const seats = [0, 1].map((seat) => ({ seat, moves: 2, luck: 1.25, skill: -0.04, contradictions: 1, choices: null }));
  return { unit: "bits", measure: "In bits.", turning_point: null, turned: "No move decided it.", moves, seats, ...changes };
}
const chart = (moves, room = 99, look = () => {}, about = {}) => charts(moves, review(moves, about), NAMES[0], look, room);
const column = (svg, number) => svg.querySelectorAll("g").find((one) => one.getAttribute("data-number") === String(number));
const texts = (svg, name) => svg.querySelectorAll(`text[class="${name}"]`).map((one) => one.textContent);

test("so many moves have room as are 26 pixels wide beside the scale, and never fewer than eight", () => {
  assert.deepEqual([0, 258, 283, 284, 310, 1920].map(roomFor), [8, 8, 8, 9, 10, 71]);
});

test("the moves stand in as few rows as have room, of nearly the same length, to one scale", () => {
  const moves = Array.from({ length: 21 }, (_, at) => move(at + 1, { best: at === 20 ? 8 : 2 }));
  const rows = chart(moves, 10);
  assert.deepEqual(rows.map((row) => row.querySelectorAll("g").length), [7, 7, 7]);
  assert.equal(new Set(rows.map((row) => texts(row, "scale").join())).size, 1);
  assert.equal(chart(moves, 21).length, 1);
  assert.equal(chart(moves, 20).length, 2);
});

test("the scale ends at a round number that no value passes, and says nothing twice", () => {
  const ends = [[0.07, "0.1"], [1.01, "2"], [2, "2"], [3, "4"], [4.5, "5"], [6, "8"], [8.5, "10"], [11, "20"]];
  for (const [best, end] of ends) assert.equal(texts(chart([move(1, { gained: 0, expected: 0, best })])[0], "scale").at(-1), end, String(best));
  assert.deepEqual(texts(chart([move(1, { gained: -3 })])[0], "scale"), ["−4", "0", "1", "2"]);
});

test("a bar is as high as what was gained, from the line of zero, and below it where it was a loss", () => {
  const bar = (gained) => {
    const [svg] = chart([move(1, { gained, expected: -2, best: 2 })]);
    const drawn = svg.querySelector('rect[class="gained"]');
    return ["y", "height"].map((name) => Number(drawn.getAttribute(name)));
  };
  const [[high, up], [zero, down]] = [bar(2), bar(-2)];
  assert.equal(up, down);
  assert.equal(high + up, zero);
  assert.equal(bar(1)[1] * 2, up);
  assert.equal(bar(0)[1], 1, "to be seen");
});

test("each kind of mark has its sign, and a move that is only told has a point", () => {
  const wrong = { ...CHOICE, good: false };
  const moves = [move(1, { contradiction: true }), move(2, { choice: wrong }), move(3, { choice: CHOICE }), move(4, { gained: null }), move(5, { contradiction: true, choice: wrong })];
  const [svg] = chart(moves, 99, () => {}, { turning_point: 5 });
  const signs = moves.map(({ number }) => texts(column(svg, number), "sign").join());
  assert.deepEqual(signs, ["!", "?", "", "", "!?★"]);
  assert.deepEqual(moves.map(({ number }) => column(svg, number).querySelectorAll("circle").length), [0, 0, 0, 1, 0]);
  assert.equal(column(svg, 4).querySelector('rect[class="gained"]'), null);
});

test("each player has a chart below the whole name, and all of them one scale", () => {
  const { part } = section(review([move(1), move(2, { best: 8 }), move(3)]));
  const shown = part("chart").children;
  assert.deepEqual(shown.map((one) => (one.nodeName === "H3" ? one.textContent : texts(one, "number").join())), ["Annabel", "2", "Player 2", "1,3"]);
  assert.equal(texts(shown[1], "scale").join(), texts(shown[3], "scale").join());
});

test("what was possible may be counted on one side of a move alone", () => {
  const told = section(review([move(1, { before: null }), move(2, { after: null }), move(3, { before: null, after: null })])).part("rows").textContent;
  for (const shown of ["– → 302", "1,680 → –"]) assert.ok(told.includes(shown), told);
});

test("the line of chances begins even, follows the review, and ends as the game did", () => {
  const moves = [move(2), move(5), move(9)];
  const reviewed = { moves, chances: [[0.6, 0, 0.4], [0.3, 0, 0.7], [0.2, 0, 0.8]] };
  const points = course(reviewed, { moves: 9, winners: [2] });
  assert.deepEqual(points, [[0, [0.5, 0, 0.5]], [2, [0.6, 0, 0.4]], [5, [0.3, 0, 0.7]], [9, [0, 0, 1]]]);
  assert.deepEqual([0, 1, 2, 4, 5, 9].map((number) => chancesAt(points, number)[2]), [0.5, 0.5, 0.4, 0.4, 0.7, 1]);
  assert.deepEqual(course(reviewed, { moves: 12, winners: null }).at(-1), [9, [0.2, 0, 0.8]], "a game that was ended early");
  const lines = chanceLines(points, 9, 5);
  assert.deepEqual(lines.querySelectorAll("polyline").map((one) => one.dataset.side), ["0", "2"], "a seat that decides nothing has none");
  assert.equal(lines.querySelector("polyline").getAttribute("points").split(" ")[1], "222.2,40.0");
  assert.deepEqual([course({ moves: [], chances: [] }, { moves: 3, winners: [0] }), chancesAt([], 3)], [[], []]);
});

test("a move that is chosen in the chart is looked at", () => {
  const looked = [];
  const [svg] = chart([move(3), move(4)], 99, (number) => looked.push(number));
  fire(column(svg, 4), "click");
  assert.deepEqual(looked, [4]);
});

/** The section of the page with a review; `part(name)` is an element of it. */
function section(shown) {
  const names = ["state", "body", "totals", "chart", "heads", "rows", "caption", "sentence"];
  const root = element("section", {}, ...names.map((name) => element("div", { "data-part": name })));
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  part("chart").clientWidth = 390;
  const looked = [];
  const made = new ReviewSection(root, (number) => looked.push(number));
  made.take(shown, NAMES);
  return { made, part, looked, heads: () => part("heads").children.map((one) => one.textContent) };
}
const cells = (row) => row.children.filter((one) => one.hasAttribute("data-head")).map((one) => one.textContent);

test("the table has a row for each move with all of its numbers, and leads to its position", () => {
  const { part, heads, looked } = section(review([move(1), move(2, { contradiction: true })], { turning_point: 2 }));
  assert.deepEqual(heads(), ["Step", "Player", "What and why", "Possible", "Gained", "Expected", "Best", "Luck", "Cost"]);
  const rows = part("rows").children;
  assert.deepEqual(cells(rows[0]), ["1,680 → 302", "1.0", "1.5", "2.0", "−0.5", "0.3"]);
  assert.match(rows[1].textContent, /Annabel.*guess 2 \(contradiction, turning point\).*Because\./);
  fire(rows[1].querySelector("button"), "click");
  fire(part("totals").querySelector("button"), "click");
  assert.deepEqual(looked, [2, 2]);
  assert.equal(part("state").textContent, "In bits.");
  assert.match(part("totals").children[0].textContent, /Turning point: step 2, Annabel's move 1\. No move decided it\./, "what decided the game comes first");
  assert.match(part("totals").children[1].textContent, /Annabel: luck \+1\.3 bits; choices cost nothing \(2 moves, 1 contradiction\)/);
});

test("columns without a number are left out, and zero has no sign", () => {
  const small = { before: null, after: null, gained: -0.3, expected: -0.4, luck: -0.3, skill: 0.3, best: -0.2 };
  const { part, heads } = section(review([move(1, small)], { unit: "points" }));
  assert.deepEqual(heads().slice(3), ["Gained", "Expected", "Best", "Luck", "Cost"]);
  assert.deepEqual(cells(part("rows").children[0]), ["0", "0", "0", "0", "0"]);
  assert.doesNotMatch(part("totals").textContent, /contradiction/, "no game in points has a secret to contradict");
});

test("where players choose to go on or to stop, what that cost stands beside what claims cost, in the same unit", () => {
  const seats = [0, 1].map((seat) => ({ seat, moves: 1, luck: 0, skill: 0, contradictions: 0, choices: SUMS }));
  const { made, part, heads } = section(review([move(1, { skill: 0, choice: { ...CHOICE, deviation: -0.625, good: false } })], { unit: "chance", seats }));
  assert.deepEqual(heads().slice(-3), ["Going on wins", "Stopping wins", "Choice cost"]);
  assert.deepEqual(cells(part("rows").children[0]).slice(-3), ["63 %", "50 %", "0.63"]);
  made.show(null, 1);
  assert.match(part("sentence").textContent, / Luck −0\.50 right claims, the claim cost nothing, going on cost 0\.63 right claims\.$/);
  assert.match(part("rows").textContent, /\(wrong choice\)/);
  assert.match(part("totals").textContent, /: luck 0\.00 right claims; claims cost nothing, going on or stopping 0\.10 right claims \(1 move, 0 contradictions\)/);
});

test("through a seat's eyes its own moves remain, and the position that is looked at is marked", () => {
  const { made, part } = section(review([move(1), move(2), move(3)]));
  made.show(1, 3);
  const marked = part("rows").children.map((row) => [row.dataset.number, row.hasAttribute("data-shown")]);
  assert.deepEqual(marked, [["1", false], ["3", true]]);
  assert.deepEqual(part("chart").querySelectorAll("g[data-shown]").map((one) => one.dataset.number), ["3"]);
  assert.match(part("sentence").textContent, /^Step 3, Player 2's move 2: guess 3\. Because\. Luck −0\.5 bits, it cost 0\.3 bits\.$/);
  made.show(null, 0);
  assert.equal(part("rows").children.length, 3);
  assert.equal(part("sentence").textContent, "");
});

test("the chart follows the width of the page, and a game without reviewed moves says so", () => {
  const moves = Array.from({ length: 20 }, (_, at) => move(at + 1, { seat: 0 }));
  const { made, part } = section(review(moves));
  assert.equal(part("chart").querySelectorAll("svg").length, 2);
  part("chart").clientWidth = 1920;
  observed();
  assert.equal(part("chart").querySelectorAll("svg").length, 1);
  made.take(review([]), NAMES);
  assert.match(part("state").textContent, /No move/);
  assert.equal(part("body").hidden, true);
  made.wait("It is being worked out.");
  assert.equal(part("state").textContent, "It is being worked out.");
});
