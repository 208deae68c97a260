// @ts-check
// Any game, readable without knowing it: what each seat has as a table, the rest as a list, and controls for every kind of prompt.

import { question } from "/static/boards/ask.js";
import { called, won, words } from "/static/boards/common.js";
import { element, listed } from "/static/element.js";
import { cards } from "/static/games/kits.js";

const HEAD = new Set(["game", "seats", "seat", "to_act", "phase", "winners"]);
const SEATS = new Set(
  "turn_of seat target owner of master codemaker decoder round_winner out last_turns".split(" "), // Their numbers are seats.
);

/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/types").Name} Name */

/** @type {import("/static/types").Draw<View>} */
export function draw(shown, ui) {
  const { view } = shown;
  const known = called(shown, ui);
  const name = (/** @type {unknown} */ seat) => (typeof seat === "number" ? known(seat) : words(seat));
  const rest = Object.entries(view).filter(([key, value]) => !HEAD.has(key) && !isEmpty(value));
  const ofSeats = rest.filter(([key, value]) => isOneASeat(key, value, view.seats));
  const others = rest.filter((pair) => !ofSeats.includes(pair));
  return {
    head: [cards[view.game]?.title ?? words(view.game), sentence(view, name)],
    main: [
      element("div", { className: "generic" }, seatTable(view, ofSeats, name), element("dl", {}, ...others.flatMap(([key, value]) => entry(words(key), shownValue(key, value, name))))),
    ],
    side: [],
    ...(ui && question(ui.prompt, ui)),
  };
}

/** @param {string} term @param {Node | string} value */
function entry(term, value) {
  return [element("dt", {}, term), element("dd", {}, value)];
}

/** @param {View} view @param {(seat: unknown) => string} name */
function sentence(view, name) {
  if (view.winners) return won(view, name);
  return view.to_act.length ? `${words(view.phase)}: ${listed(view.to_act.map(name))}` : words(view.phase);
}

/** @param {View} view @param {[string, any][]} columns @param {(seat: unknown) => string} name */
function seatTable(view, columns, name) {
  const head = element("tr", {}, element("th", {}, ""), ...columns.map(([key]) => element("th", { scope: "col" }, words(key))));
  const rows = Array.from({ length: view.seats }, (_, seat) => {
    const className = view.winners?.includes(seat) ? "winner" : view.to_act.includes(seat) ? "acting" : "";
    const cells = columns.map(([key, value]) => element("td", {}, shownValue(key, value[seat], name)));
    return element("tr", { className }, element("th", { scope: "row" }, name(seat)), ...cells);
  });
  return element("div", { className: "scroll" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
}

/**
 * A value as text or as elements; `key` tells which numbers are seats.
 * @param {string} key
 * @param {unknown} value
 * @param {(seat: unknown) => string} name
 * @returns {Node | string}
 */
function shownValue(key, value, name) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    if (value.length === 0) return "–";
    return element("ul", {}, ...value.map((one) => element("li", {}, shownValue(key, one, name))));
  }
  if (typeof value === "object") {
    const parts = Object.entries(value).map(([inner, one]) =>
      element("span", {}, element("i", {}, words(inner)), " ", shownValue(inner, one, name)),
    );
    return element("span", { className: "pairs" }, ...parts);
  }
  if (typeof value === "number") return SEATS.has(key) ? name(value) : String(value);
  return words(value);
}

/**
 * Whether a list has one value for each seat. One whose entries say whose they are is a story, however long it is by chance.
 * @param {string} key
 * @param {unknown} value
 * @param {number} seats
 */
function isOneASeat(key, value, seats) {
  return Array.isArray(value) && value.length === seats && !SEATS.has(key) && !value.some((one) => typeof one?.seat === "number");
}

/** @param {unknown} value */
function isEmpty(value) {
  return value === null || (Array.isArray(value) && value.length === 0);
}
