// Mastermind's travel unit from above: the Secrecy screen, nine rows of pegs, and a red and a white arm at each.

import { element, listed, say } from "/static/element.js";
import { newest } from "/static/events/newest.js";

export const rules = "/rules/mastermind";
const ROWS = 9;
const PEGS = 4;
const LETTERS = { brown: "N" }; // Blue has the B; the others go by their first letter.

/** Fill the empty `root`; returns what shows a view. */
export function draw(root) {
  root.classList.add("mastermind");
  const game = element("span", { className: "game" });
  const turn = element("h1", { className: "turn" });
  const plates = [plate(), plate()];
  const code = codeRow();
  const rows = Array.from({ length: ROWS }, (_, index) => boardRow(index));
  const past = element("ol", { className: "past", "aria-label": "Games played" });
  const unit = element("div", { className: "unit" }, code.root, element("ol", { className: "rows" }, ...rows.map((row) => row.root)));
  const tell = newest(past, (number) => `and ${number} before`);
  root.append(
    element("header", { className: "state" }, game, turn),
    element("div", { className: "plates" }, plates[0].root, plates[1].root),
    element("div", { className: "stand" }, unit),
    past,
  );

  return function show(view, names) {
    const name = (seat) => (seat === "table" ? "The table" : (names[seat] ?? `Player ${seat + 1}`));
    root.dataset.phase = view.phase;
    say(game, `Game ${view.game_number} of ${view.games}`);
    say(turn, sentence(view, name));
    plates[1].root.hidden = view.seats === 1;
    plates.slice(0, view.seats).forEach((each, seat) => each.show(view, seat, name(seat)));
    code.show(view);
    rows.forEach((row, index) => row.show(view.rows[index], view.phase === "guess" && index === view.rows.length));
    past.hidden = view.past.length === 0;
    tell(view.past.map((_, index) => pastGame(view.past, index, name)).reverse());
  };
}

function sentence(view, name) {
  switch (view.phase) {
    case "code":
      return `${name(view.codemaker)} sets the secret code`;
    case "guess":
      return `${name(view.decoder)} guesses: row ${view.rows.length + 1} of ${ROWS}`;
    case "arms":
      return `${name(view.codemaker)} pulls the arms`;
    default:
      if (view.winners === null) return "";
      if (view.seats === 1) return `${name(0)} ${view.winners.length ? "found every code" : "did not find every code"}`;
      return view.winners.length === 1 ? `${name(view.winners[0])} wins the series` : `A draw: ${listed(view.winners.map(name))}`;
  }
}

function plate() {
  const name = element("span", { className: "name" });
  const role = element("span", { className: "role" });
  const score = element("span", { className: "score" });
  const root = element("div", { className: "plate" }, name, role, score);
  return {
    root,
    show(view, seat, called) {
      say(name, called);
      const won = Boolean(view.winners?.includes(seat));
      const roles = view.phase === "over" ? {} : { [view.codemaker]: "Codemaker", [view.decoder]: "Decoder" };
      say(role, won ? "Winner" : (roles[seat] ?? ""));
      say(score, String(view.scores[seat]));
      score.setAttribute("aria-label", `${view.scores[seat]} points`);
      root.classList.toggle("acting", view.to_act.includes(seat));
      root.classList.toggle("winner", won);
    },
  };
}

function peg(colour) {
  const letter = LETTERS[colour] ?? colour.charAt(0).toUpperCase();
  return element("span", { className: "peg", "data-colour": colour, title: colour }, letter);
}

function setPegs(holes, pegs) {
  const wanted = (pegs ?? []).join(" ");
  if (holes.dataset.pegs === wanted) return;
  holes.dataset.pegs = wanted;
  const inside = Array.from({ length: PEGS }, (_, index) => (pegs ? peg(pegs[index]) : ""));
  holes.replaceChildren(...inside.map((one) => element("span", { className: "hole" }, one)));
}

function emptyHoles() {
  const holes = element("span", { className: "holes", "aria-hidden": "true" });
  holes.dataset.pegs = "none";
  setPegs(holes, null);
  return holes;
}

function codeRow() {
  const holes = emptyHoles();
  const writing = element("span", {});
  const screen = element("span", { className: "screen", "aria-hidden": "true" }, writing);
  const root = element("div", { className: "code", role: "img" }, holes, screen);
  return {
    root,
    show(view) {
      setPegs(holes, view.code);
      root.classList.toggle("open", view.code !== null);
      say(writing, view.phase === "code" ? "no code yet" : "secret code");
      const told = view.code === null ? "The secret code is hidden" : `The code was ${listed(view.code)}`;
      root.setAttribute("aria-label", told);
    },
  };
}

function arm(colour) {
  const knob = element("span", { className: "knob" });
  const root = element("span", { className: `arm ${colour}` }, element("span", { className: "bar" }, knob));
  return {
    root,
    show(notches) {
      root.style.setProperty("--notches", notches ?? 0);
      root.classList.toggle("in", notches === null);
      say(knob, notches === null ? "" : String(notches));
    },
  };
}

function boardRow(index) {
  const holes = emptyHoles();
  const red = arm("red");
  const white = arm("white");
  const number = element("span", { className: "number", "aria-hidden": "true" }, String(index + 1));
  const arms = element("span", { className: "arms", "aria-hidden": "true" }, red.root, white.root);
  const spoken = element("span", { className: "unseen" });
  const root = element("li", { className: "row" }, number, holes, arms, spoken);
  return {
    root,
    show(row, next) {
      setPegs(holes, row?.pegs ?? null);
      red.show(row?.red ?? null);
      white.show(row?.white ?? null);
      root.classList.toggle("next", next);
      root.classList.toggle("cracked", row?.red === PEGS);
      const arms = row?.red === null ? "arms not pulled yet" : `red arm ${row?.red}, white arm ${row?.white}`;
      say(spoken, row ? `${listed(row.pegs)}; ${arms}` : "empty");
    },
  };
}

function pastGame(past, index, name) {
  const played = past[index];
  const number = 1 + past.slice(0, index).filter((game) => !game.void).length; // A void game is played again as the same one.
  const points = played.points.map((gained, seat) => (gained ? `${name(seat)} +${gained}` : "")).filter(Boolean);
  const told = played.void ? "void: wrong arms" : `${played.rows} ${played.rows === 1 ? "row" : "rows"}`;
  const code = element("span", { className: "holes small", role: "img", "aria-label": `code ${listed(played.code ?? [])}` });
  code.append(...(played.code ?? []).map(peg));
  return element(
    "li",
    { className: played.void ? "void" : "" },
    element("span", { className: "ordinal" }, String(number)),
    code,
    element("span", { className: "told" }, told),
    element("strong", {}, listed(points)),
  );
}

/** A puzzle: each clue is a row, its pieces four colours and what the arms show. */
export function puzzleOf() {
  const clue = ({ pieces: [first, second, third, fourth, red, white] }) => element(
    "span",
    {},
    ...[first, second, third, fourth].map(peg),
    element("span", { className: "arms" }, `red ${red}, white ${white}`),
  );
  return { numbered: true, beside: [], clue };
}
