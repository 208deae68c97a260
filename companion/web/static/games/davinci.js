// Da Vinci Code from above: the rows of tiles round the table, standing or lying open, and the stacks between them.

import { element, listed } from "/static/element.js";
import { head, naming, standing, won } from "/static/games/head.js";

export const rules = "/rules/davinci-code";
const MARKS = { black: "●", white: "○" }; // So that a back tells its colour without the colour.
const LOGGED = 6;

/** Fill the empty `root`; returns what shows a view. */
export function draw(root) {
  root.classList.add("davinci");
  const top = head();
  const felt = element("div", { className: "rows-round" });
  const log = element("ol", { className: "claims", "aria-label": "What was claimed this turn" });
  root.append(top.root, felt, log);

  return function show(view, names) {
    const name = naming(names);
    const round = view.rounds > 1 ? `Round ${view.round} of ${view.rounds}` : "One round";
    top.show(`${round}${view.advanced ? " · with dashes" : ""}`, sentence(view, name));
    felt.dataset.seats = view.seats;
    const longest = Math.max(6, ...view.rows.map((row) => row.length));
    felt.style.setProperty("--tiles", longest);
    const racks = view.rows.map((row, seat) => rack(view, row, seat, name));
    felt.replaceChildren(element("div", { className: "racks" }, ...racks), centre(view, name));
    const claims = view.turn_log.slice(-LOGGED);
    log.replaceChildren(...claims.map((claim) => claimed(claim, name)).reverse());
    log.hidden = claims.length === 0;
  };
}

function sentence(view, name) {
  const who = name(view.turn_of);
  switch (view.phase) {
    case "deal":
      return `${who} takes a tile to begin with`;
    case "arrange":
      return `${listed(view.to_act.map(name))} line${view.to_act.length === 1 ? "s" : ""} up`;
    case "draw":
      return `${who} takes a Clue Tile`;
    case "deduce":
      return `${who} says what a tile is`;
    case "go_on":
      return `Right! ${who} goes on or stops`;
    case "place":
      return `${who} puts the tile into the row`;
    case "reveal":
      return `${who} shows one tile of the own row`;
    default:
      return won(view, name);
  }
}

function rack(view, row, seat, name) {
  const claim = view.turn_log.findLast((one) => one.target === seat && !one.correct);
  const pointed = claim !== undefined && claim === view.turn_log.at(-1) ? claim : null;
  const hidden = row.filter((tile) => !tile.exposed).length;
  const marks = standing(view, seat);
  const role = marks.includes("winner") ? "winner" : marks.includes("out") ? "out" : `${hidden} hidden`;
  const joined = view.joined?.seat === seat ? view.joined.position : null;
  const tiles = row.map((tile, position) =>
    shownTile(tile, position, pointed?.position === position ? pointed : null, position === joined),
  );
  return element(
    "section",
    { className: `rack ${marks}`, "data-rack": seat, "aria-label": `${name(seat)}'s row` },
    element(
      "header",
      {},
      element("span", { className: "name" }, name(seat)),
      element("span", { className: "role" }, role),
      element("span", { className: "score", "aria-label": `${view.scores[seat]} points` }, String(view.scores[seat])),
    ),
    element("ol", { className: "tiles" }, ...tiles),
  );
}

/** A tile; `joined`: it is the last one that joined a row. */
function shownTile({ colour, value, exposed }, position, claim, joined = false) {
  const front = exposed ? value : value === null ? MARKS[colour] : value;
  const how = exposed ? "open" : "standing";
  const spoken = `${colour} ${value === null ? "hidden" : value === "-" ? "dash" : value}${joined ? ", joined last" : ""}`;
  const children = [element("span", { className: "front", "aria-hidden": "true" }, front === "-" ? "–" : front)];
  if (claim) children.push(element("span", { className: "wrong" }, `${claim.value === "-" ? "–" : claim.value} ✗`));
  return element(
    "li",
    { className: `tile ${how} ${value === null ? "" : "known"} ${joined ? "joined" : ""}`, "data-colour": colour, "data-position": position },
    ...children,
    element("span", { className: "unseen" }, spoken),
  );
}

function centre(view, name) {
  const stacks = ["black", "white"].map((colour) => {
    const left = view.centre[colour];
    const pile = element("span", { className: `tile standing ${left ? "" : "none"}`, "data-colour": colour, "aria-hidden": "true" });
    pile.append(element("span", { className: "front" }, MARKS[colour]));
    return element("span", { className: "stack" }, pile, element("b", {}, String(left)), element("span", { className: "called" }, colour));
  });
  const { clue } = view;
  if (clue) {
    const tile = shownTile({ ...clue, exposed: false }, "clue", null);
    const held = element("ul", { className: "clue-tile" }, tile);
    stacks.push(element("span", { className: "stack clue" }, held, element("span", { className: "called" }, `${name(clue.owner)}'s clue`)));
  }
  return element("div", { className: "centre-tiles", role: "group", "aria-label": "Tiles in the centre" }, ...stacks);
}

function claimed(claim, name) {
  const value = claim.value === "-" ? "a dash" : `a ${claim.value}`;
  return element(
    "li",
    { className: claim.correct ? "right" : "wrong" },
    element("span", { className: "verdict", "aria-hidden": "true" }, claim.correct ? "✓" : "✗"),
    ` ${name(claim.seat)}: ${name(claim.target)}'s tile ${claim.position + 1} is ${value} `,
    element("b", {}, claim.correct ? "right" : "wrong"),
  );
}

/** What players call a place of a row, counted from its owner's left: "2nd" for 1. */
function ordinal(index) {
  return `${index + 1}${["st", "nd", "rd"][index] ?? "th"}`;
}

/** A puzzle: a clue with pieces is a row, the first one the player's own; each piece names a tile, "B?" a hidden one. */
export function puzzleOf() {
  const tile = (name, place) => {
    const front = name.slice(1);
    const how = front === "?" ? "standing" : "open";
    const colour = name[0] === "B" ? "black" : "white";
    const drawn = element("span", { className: `tile ${how}`, "data-colour": colour }, element("span", { className: "front" }, front));
    return element("span", { className: "placed" }, drawn, element("small", {}, place));
  };
  const clue = ({ text, pieces }, number) => {
    if (pieces.length === 0) return null;
    const tiles = pieces.map((name, index) => tile(name, number === 0 ? "" : ordinal(index)));
    return element("span", {}, element("strong", {}, text.split(":")[0]), ...tiles);
  };
  return { numbered: false, beside: [], clue };
}
