// @ts-check
// A finished round: who won it and how, what was scored for what, and the tiles or cards that counted.
//
// It stands above the event line until all players have read it on their screens, or until it is closed in this page.

import { element, listed } from "/static/element.js";
import { cards } from "/static/games/kits.js";

const TILE = /^([BW])(-|\d+)$/;

/** The panel in `root`, which may be missing where a page has none. */
export class Recap {
  constructor(root, onClose = () => {}) {
    this.root = root;
    this.onClose = onClose;
    this.closed = "";
  }

  /** Show a recap, or nothing where it is null. One that was closed here stays closed. `board`: of its game, once that is loaded. */
  show(recap, game, board) {
    const told = JSON.stringify(recap);
    if (!this.root || (told === this.told && board === this.board)) return;
    this.told = told;
    this.board = board;
    this.root.hidden = recap === null || told === this.closed;
    if (recap === null) return this.root.replaceChildren();
    const close = element("button", { type: "button" }, "Close");
    close.addEventListener("click", () => {
      this.closed = told;
      this.root.hidden = true;
      this.onClose();
    });
    this.root.replaceChildren(
      element("header", {}, element("h2", {}, headline(recap)), close),
      ...scene(recap, game, board),
      table(recap),
      element("p", {}, `${recap.note}.`),
    );
  }
}

/** A recap as a part of another page. */
export function recapTable(recap, game, board) {
  const title = element("h2", {}, headline(recap));
  const caption = element("caption", {}, "The points of this round, and the total with all rounds before.");
  return element("section", { className: "recap" }, title, ...scene(recap, game, board), table(recap, caption), element("p", {}, `${recap.note}.`));
}

const headline = ({ title, names, winner, did }) => `${title}: ${names[winner]} ${did}`;

/** The pieces of the moment that ended the round, as the game's board draws them. */
const scene = ({ scene: pieces }, game, board) => (pieces.length && board?.scene ? [element("div", { className: "moment", "data-game": game }, element("div", { className: "pieces" }, board.scene(pieces)))] : []);

/** Who scored what. Where a moment is shown, the headline names its winner, whose points of the round may be none: nobody stands out. */
function table(recap, ...caption) {
  const counted = recap.shares.flatMap(({ pieces }) => pieces);
  const rows = recap.shares.map((share) => line(share, recap.names[share.seat], share.seat === recap.winner && !recap.scene.length, counted.length > 0));
  const heads = ["Player", "Points for", ...(counted.length ? [counted.some((piece) => TILE.test(piece)) ? "Tiles" : "Cards"] : []), "Round", "Total"].map((text) => element("th", { scope: "col" }, text));
  return element("table", {}, ...caption, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
}

function line(share, name, wins, counts) {
  const sum = share.points.reduce((total, entry) => total + entry.points, 0);
  const parts = share.points.length;
  const what = share.points.map((entry) => (parts > 1 ? `${entry.what} ${entry.points}` : entry.what)).join(" · ") || "nothing";
  const pieces = share.pieces.flatMap((piece) => [chip(piece), " "]);
  return element(
    "tr",
    { className: wins ? "winner" : "", "data-share": share.seat },
    element("th", { scope: "row" }, name),
    element("td", {}, what),
    ...(counts ? [element("td", {}, ...pieces)] : []),
    element("td", { className: "number" }, `+${sum}`),
    element("td", { className: "number" }, String(share.total)),
  );
}

/** A tile ("W7", "B-") with its colour, or a card ("4", "KEY"). */
function chip(piece) {
  const tile = TILE.exec(piece);
  if (!tile) return element("span", { className: "chip" }, piece);
  const colour = tile[1] === "B" ? "black" : "white";
  const front = element("span", { "aria-hidden": "true" }, tile[2] === "-" ? "–" : tile[2]);
  const spoken = element("span", { className: "unseen" }, `${colour} ${tile[2] === "-" ? "dash" : tile[2]}`);
  return element("span", { className: "chip", "data-colour": colour }, front, spoken);
}

/** How the game ended and why, above the board. */
export function result({ view: { game, winners, scores, seat, games, rounds }, number, lines }, name) {
  if (winners === null || game === "lobby") return [];
  const others = winners.filter((one) => one !== seat).map(name);
  const won = winners.length === 0 ? "Nobody wins" : others.length === winners.length ? `${listed(others)} ${others.length > 1 ? "share the win" : "wins"}` : others.length ? "A draw" : "You win";
  // Of a single game or round nothing is counted. The winner's points come first, and with equal ones those of the own seat.
  const counts = (games ?? rounds ?? Math.max(...scores)) > 1;
  const first = scores.map((_, one) => one).sort((one, other) => Number(winners.includes(other)) - Number(winners.includes(one)) || Number(other === seat) - Number(one === seat));
  const points = counts ? first.map((one) => element("li", {}, `${name(one)}: `, element("b", { "data-score": one }, String(scores[one])))) : [];
  const page = `/history#newest/${seat ?? "public"}/${number - 1}/review`;
  const review = cards[game]?.reviews ? [element("a", { href: page, target: "_blank", rel: "noopener" }, "Review of all moves")] : [];
  return [element("section", { className: "result", "aria-label": "The result" }, element("h2", {}, won), ...lines.map((line) => element("p", {}, line)), ...(points.length ? [element("ul", {}, ...points)] : []), ...review)];
}
