// @ts-check
// The review of a finished game: what each deciding move brought, against what it promised and what the best move promised.
//
// A chart for the eye, a table with every number for everybody, and the sentence of the move that is looked at.

import { whose } from "/static/boards/common.js";
import { element, say } from "/static/element.js";
import { charts, roomFor } from "/static/history/review_chart.js";

const DIGITS = { bits: 1, chance: 2, points: 0 };
// The columns of numbers: what is said for a move, "–" where it has none. One without a single number is left out.
const COLUMNS = [
  // What was possible is not always counted, and not always on both sides of a move.
  ["Possible", ({ before, after }) => (before === null && after === null ? "–" : `${tally(before)} → ${tally(after)}`)],
  ["Gained", (move, told) => told.plain(move.gained)],
  ["Expected", (move, told) => told.plain(move.expected)],
  ["Best", (move, told) => told.plain(move.best)],
  ["Luck", (move, told) => told.signed(move.luck)],
  ["Cost", (move, told) => told.cost(move.skill)],
  ["Going on wins", ({ choice }) => (choice ? percent(choice.going_on) : "–")],
  ["Stopping wins", ({ choice }) => (choice ? percent(choice.stopping) : "–")],
  ["Choice cost", ({ choice }, told) => told.cost(choice?.deviation ?? null)],
];
const tally = (/** @type {number | null} */ number) => number?.toLocaleString("en") ?? "–";
const NAMES = { bits: "bits", chance: "right claims", points: "% of a chance" };

/** The review in its section of the page. `look(number)` shows the position after so many moves. */
export class ReviewSection {
  /** @type {(name: string) => any} */
  #at;
  #look;
  /** @type {any} */
  #review = null;
  #names = [];
  #seat = null;
  #number = 0;
  #room = 0;

  constructor(section, look) {
    this.#at = (name) => section.querySelector(`[data-part="${name}"]`);
    this.#look = look;
    // The chart has as many rows as the width asks for.
    new ResizeObserver(() => this.#room !== roomFor(this.#at("chart").clientWidth) && this.#draw()).observe(this.#at("chart"));
  }

  /** Nothing yet: a sentence that says why. */
  wait(sentence) {
    this.#review = null;
    say(this.#at("state"), sentence);
    say(this.#at("sentence"), "");
    this.#at("body").hidden = true;
  }

  /** A review, and what the seats are called. */
  take(review, names) {
    this.#review = review;
    this.#names = names;
    say(this.#at("state"), review.moves.length ? review.measure : "No move of this game is reviewed.");
    this.#at("body").hidden = review.moves.length === 0;
    for (const note of this.#at("body").querySelectorAll("[data-choices]")) note.hidden = review.seats.every((one) => one.choices === null);
    this.#draw();
  }

  /** The moves of one seat (null: of all), with the position after so many moves looked at. */
  show(seat, number) {
    const redraw = seat !== this.#seat;
    this.#seat = seat;
    this.#number = number;
    if (redraw) this.#draw();
    else this.#mark();
  }

  /** @returns {any[]} */
  get #moves() {
    return this.#review.moves.filter((move) => this.#seat === null || move.seat === this.#seat);
  }

  #draw() {
    if (this.#review === null || this.#review.moves.length === 0) return;
    const moves = this.#moves;
    this.#at("totals").replaceChildren(...this.#totals());
    this.#room = roomFor(this.#at("chart").clientWidth);
    this.#at("chart").replaceChildren(...this.#names.flatMap((name, seat) => this.#charts(name, moves.filter((move) => move.seat === seat))));
    const columns = this.#columns(moves);
    const heads = ["Step", "Player", "What and why", ...columns.map(([name]) => name)];
    this.#at("heads").replaceChildren(...heads.map((name) => element("th", { scope: "col", role: "columnheader", className: name === "What and why" ? "words" : "" }, name)));
    this.#at("rows").replaceChildren(...moves.map((move) => this.#row(move, columns)));
    say(this.#at("caption"), `${moves.length === 1 ? "1 move" : `${moves.length} moves`}; numbers are ${NAMES[this.#review.unit]}.`);
    this.#mark();
  }

  #charts(name, moves) {
    return moves.length ? [element("h3", {}, name), ...charts(moves, this.#review, name, this.#look, this.#room)] : [];
  }

  #totals() {
    const turning = this.#review.turning_point;
    const seats = this.#review.seats.filter((one) => this.#seat === null || one.seat === this.#seat);
    const lines = seats.map((one) => {
      return element("li", {}, element("strong", {}, this.#names[one.seat]), `: ${one.moves ? this.#sums(one) : "no move to review"}`);
    });
    const turned = this.#review.moves.find((move) => move.number === turning);
    const where = turned === undefined ? "No turning point. " : `Turning point: step ${turning}, ${this.#nth(turned)}. `;
    const item = element("li", {}, where, this.#review.turned);
    if (turning !== null) {
      const button = element("button", { type: "button" }, "Look at it");
      button.addEventListener("click", () => this.#look(turning));
      item.append(" ", button);
    }
    return [item, ...lines];
  }

  /** Which move of its player it is, as a seat calls it. */
  #nth({ seat, nth }) {
    return `${whose(this.#names[seat])} move ${nth}`;
  }

  /** The columns of numbers that hold any, as [name, what is said for a move]. */
  #columns(moves) {
    const told = { plain: (value) => this.#plain(value), signed: (value) => this.#signed(value), cost: (value) => (value === null ? "–" : this.#plain(Math.abs(value))) };
    const all = /** @type {any[]} */ (COLUMNS).map(([name, tell]) => [name, (move) => tell(move, told)]);
    return all.filter(([, tell]) => moves.some((move) => tell(move) !== "–"));
  }

  #row(move, columns) {
    const button = element("button", { type: "button", "aria-label": `Step ${move.number}` }, String(move.number));
    button.addEventListener("click", () => this.#look(move.number));
    const signs = [
      ...(move.contradiction ? ["contradiction"] : []),
      ...(move.choice && !move.choice.good ? ["wrong choice"] : []),
      ...(move.number === this.#review.turning_point ? ["turning point"] : []),
    ];
    const sign = signs.length ? ` (${signs.join(", ")})` : "";
    const told = [element("strong", {}, `${move.said}${sign}`), element("br"), move.why];
    return element(
      "tr",
      { "data-number": String(move.number), role: "row" },
      element("th", { scope: "row", role: "rowheader" }, button),
      element("td", { role: "cell" }, this.#names[move.seat]),
      element("td", { className: "words", role: "cell" }, ...told),
      ...columns.map(([name, tell]) => element("td", { role: "cell", "data-head": name }, tell(move))),
    );
  }

  /** Mark the move that led to the position that is looked at, and say its sentence. */
  #mark() {
    if (this.#review === null || this.#review.moves.length === 0) return;
    const move = this.#moves.find((one) => one.number === this.#number);
    for (const marked of this.#at("chart").querySelectorAll("[data-number]")) {
      marked.toggleAttribute("data-shown", move !== undefined && Number(marked.dataset.number) === move.number);
    }
    for (const row of this.#at("rows").children) {
      row.toggleAttribute("data-shown", move !== undefined && Number(row.dataset.number) === move.number);
    }
    say(this.#at("sentence"), move ? `Step ${move.number}, ${this.#nth(move)}: ${move.said}. ${move.why} ${this.#numbers(move)}` : "");
  }

  /** What luck brought a seat and its moves cost, in one unit. */
  #sums({ luck, skill, contradictions, moves, choices }) {
    const costs = choices ? `claims cost ${this.#amount(skill)}, going on or stopping ${this.#amount(choices.deviation)}` : `choices cost ${this.#amount(skill)}`;
    // Passcode has no secret to contradict.
    const overlooked = this.#review.unit === "points" ? "" : `, ${counted(contradictions, "contradiction")}`;
    return `luck ${this.#signed(luck)} ${this.#unit}; ${costs} (${counted(moves, "move")}${overlooked})`;
  }

  /** The same of one move. */
  #numbers({ luck, skill, choice }) {
    const said = [
      ...(luck === null ? [] : [`luck ${this.#signed(luck)} ${this.#unit}`, `${choice ? "the claim" : "it"} cost ${this.#amount(skill)}`]),
      ...(choice ? [`${choice.went_on ? "going on" : "stopping"} cost ${this.#amount(choice.deviation)}`] : []),
    ];
    const text = said.join(", ");
    return text && `${text[0].toUpperCase()}${text.slice(1)}.`;
  }

  get #unit() {
    return NAMES[this.#review.unit];
  }

  /** A cost with its unit, or that there was none. */
  #amount(value) {
    const text = this.#plain(Math.abs(value));
    return Number(text) ? `${text} ${this.#unit}` : "nothing";
  }

  #plain(value) {
    if (value === null) return "–";
    const text = Math.abs(value).toFixed(DIGITS[this.#review.unit]);
    return value < 0 && Number(text) !== 0 ? `−${text}` : text;
  }

  #signed(value) {
    if (value === null) return "–";
    const text = Math.abs(value).toFixed(DIGITS[this.#review.unit]);
    if (Number(text) === 0) return text;
    return `${value < 0 ? "−" : "+"}${text}`;
  }
}

function percent(chance) {
  return `${(100 * chance).toFixed(0)} %`;
}

function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
