// What every game's drawing begins with: a small line on the state of play, and a headline that says who does what.

import { element, listed, say } from "/static/element.js";

/** The header, and what writes its two lines. */
export function head() {
  const game = element("span", { className: "game" });
  const turn = element("h1", { className: "turn" });
  return {
    root: element("header", { className: "state" }, game, turn),
    show(small, large) {
      say(game, small);
      say(turn, large);
    },
  };
}

/** What a seat is called. */
export function naming(names) {
  return (seat) => (seat === "table" ? "The table" : (names[seat] ?? `Player ${seat + 1}`));
}

/** Who won, or "" while the game is on. */
export function won({ winners }, name, game = "") {
  if (winners === null || winners === undefined) return "";
  if (winners.length === 0) return "Nobody wins";
  const what = game ? ` ${game}` : "";
  return winners.length === 1 ? `${name(winners[0])} wins${what}` : `A draw: ${listed(winners.map(name))}`;
}

/** "acting", "winner", "out": how a seat stands. */
export function standing(view, seat) {
  const marks = [];
  if (view.winners?.includes(seat)) marks.push("winner");
  if (view.to_act.includes(seat) || (view.to_act.includes("chance") && view.turn_of === seat)) marks.push("acting");
  if (view.out?.includes(seat)) marks.push("out");
  return marks.join(" ");
}
