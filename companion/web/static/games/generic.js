// Any game's public view, readable without knowing the game: what each seat has as a table, and the rest as a list.

import { element, listed } from "/static/element.js";

const HEAD = new Set(["game", "seats", "seat", "to_act", "phase", "winners"]);
const SEATS = new Set(
  "turn_of seat target owner of master codemaker decoder round_winner out last_turns".split(" "), // Their numbers are seats.
);

/** Fill the empty `root`; returns what shows a view. */
export function draw(root) {
  root.classList.add("generic");
  return function show(view, names) {
    const name = (seat) => (typeof seat === "number" ? (names[seat] ?? `Player ${seat + 1}`) : words(seat));
    const rest = Object.entries(view).filter(([key, value]) => !HEAD.has(key) && !isEmpty(value));
    const ofSeats = rest.filter(([key, value]) => Array.isArray(value) && value.length === view.seats && !SEATS.has(key));
    const others = rest.filter((pair) => !ofSeats.includes(pair));
    root.replaceChildren(
      element(
        "header",
        { className: "state" },
        element("span", { className: "game" }, words(view.game)),
        element("h1", { className: "turn" }, sentence(view, name)),
      ),
      seatTable(view, ofSeats, name),
      element("dl", {}, ...others.flatMap(([key, value]) => entry(words(key), shown(key, value, name)))),
    );
  };
}

function entry(term, value) {
  return [element("dt", {}, term), element("dd", {}, value)];
}

function sentence({ winners, to_act: acting, phase }, name) {
  if (winners) {
    if (winners.length === 0) return "Nobody wins";
    return winners.length === 1 ? `${name(winners[0])} wins` : `A draw: ${listed(winners.map(name))}`;
  }
  return acting.length ? `${words(phase)}: ${listed(acting.map(name))}` : words(phase);
}

function seatTable(view, columns, name) {
  const head = element("tr", {}, element("th", {}, ""), ...columns.map(([key]) => element("th", { scope: "col" }, words(key))));
  const rows = Array.from({ length: view.seats }, (_, seat) => {
    const className = view.winners?.includes(seat) ? "winner" : view.to_act.includes(seat) ? "acting" : "";
    const cells = columns.map(([key, value]) => element("td", {}, shown(key, value[seat], name)));
    return element("tr", { className }, element("th", { scope: "row" }, name(seat)), ...cells);
  });
  return element("div", { className: "scroll" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
}

/** A value as text or as elements; `key` tells which numbers are seats. */
function shown(key, value, name) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    if (value.length === 0) return "–";
    return element("ul", {}, ...value.map((one) => element("li", {}, shown(key, one, name))));
  }
  if (typeof value === "object") {
    const parts = Object.entries(value).map(([inner, one]) =>
      element("span", { className: "pair" }, element("i", {}, words(inner)), " ", shown(inner, one, name)),
    );
    return element("span", { className: "pairs" }, ...parts);
  }
  if (typeof value === "number") return SEATS.has(key) ? name(value) : String(value);
  return words(value);
}

function isEmpty(value) {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** "draw_pile" as "Draw pile". */
function words(text) {
  const spaced = String(text).replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
