// Mastermind by touch: the rows with their arms, a palette of pegs, and the four places of the row that is being made.

import { element, listed } from "/static/element.js";
import { dial, fill, question } from "/static/touch/generic.js";
import { leaves } from "/static/touch/legal.js";

export { rules } from "/static/games/mastermind.js";

const ROWS = 9;
const LETTERS = { brown: "N" }; // Blue has the B; the others go by their first letter.

export function draw(data, draft, ui) {
  const { view, prompt } = data;
  const leaf = leaves(prompt)[0]?.prompt;
  const made = leaf?.field === "pegs" ? pegs(leaf, draft, ui) : leaf?.move === "pull_arms" ? arms(view, leaf, draft, ui) : question(prompt, draft, ui);
  return { ...made, scene: scene(view, data, ui), open: leaf?.secret !== true };
}

export function peg(colour) {
  return element("span", { className: "peg", "data-colour": colour, "aria-hidden": "true" }, LETTERS[colour] ?? colour.charAt(0).toUpperCase());
}

function pegs(prompt, draft, ui) {
  const made = fill(prompt, draft, ui, (symbol) => [peg(symbol.value)]);
  const what = prompt.secret ? "Set the secret code: four pegs, no colour twice" : "Tap four pegs";
  const named = listed(made.values.filter(Boolean));
  const label = prompt.secret ? "Set this code" : "Guess";
  return { ...made, hint: named ? `${named} …` : what, label, ready: made.ready && { ...made.ready, text: named } };
}

function arms(view, prompt, draft, ui) {
  const made = dial(prompt, draft, ui);
  const row = view.rows.at(-1);
  const hint = `The red arm counts pegs in place, the white arm those of which only the colour is right. The guess was ${listed(row?.pegs ?? [])}`;
  return { ...made, hint, label: "Pull the arms" };
}

function scene(view, data, ui) {
  const score = view.scores.map((points, seat) => `${ui.name(seat)} ${points}`).join(" : ");
  const roles = `Game ${view.game_number} of ${view.games} · Codemaker: ${ui.name(view.codemaker)} · ${score}`;
  const last = view.past.at(-1);
  const next = view.phase === "guess" ? view.rows.length : -1;
  const rows = Array.from({ length: ROWS }, (_, at) => row(view.rows[at], at, at === next));
  return [
    element("p", { className: "facts" }, roles),
    ...(last && view.rows.length === 0 && view.phase !== "over" ? [ended(last, view, ui)] : []),
    ...(view.code ? [code(view)] : []),
    element("ol", { className: "rows", "aria-label": "Rows" }, ...rows),
    ...(view.past.length ? [past(view, ui)] : []),
  ];
}

/** The game before, until the first row of this one. */
function ended(game, view, ui) {
  const told = game.void ? " was void: wrong arms" : `: ${ui.name(game.decoder)} took ${game.rows} ${game.rows === 1 ? "guess" : "guesses"}`;
  return element("p", { className: "facts" }, `Game ${view.game_number - 1}${told}. The code was `, codeOf(game));
}

/** The code of a game that was played. */
function codeOf({ code }) {
  return element("span", { className: "pegs small", role: "img", "aria-label": listed(code ?? []) }, ...(code ?? []).map(peg));
}

function code(view) {
  const label = view.phase === "over" ? "The code was" : "Your code";
  return element(
    "p",
    { className: "own-code" },
    element("span", {}, label),
    element("span", { className: view.phase === "over" ? "pegs" : "pegs secret", role: "img", "aria-label": listed(view.code) }, ...view.code.map(peg)),
  );
}

function row(placed, at, next) {
  const number = element("span", { className: "number", "aria-hidden": "true" }, String(at + 1));
  if (!placed) {
    const holes = Array.from({ length: 4 }, () => element("span", { className: "hole" }));
    const empty = element("span", { className: "unseen" }, next ? `Row ${at + 1} is next` : `Row ${at + 1} is empty`);
    return element("li", { className: next ? "row next" : "row", "data-row": at, "data-now": next }, number, element("span", { className: "pegs", "aria-hidden": "true" }, ...holes), empty);
  }
  const pulled = placed.red !== null;
  const arm = (colour, count) => element("span", { className: `arm ${colour}`, "aria-hidden": "true" }, element("b", {}, pulled ? String(count) : "–"), element("small", {}, colour));
  const spoken = pulled ? `red arm ${placed.red}, white arm ${placed.white}` : "arms not pulled yet";
  return element(
    "li",
    { className: placed.red === 4 ? "row cracked" : "row", "data-row": at },
    number,
    element("span", { className: "pegs", "aria-hidden": "true" }, ...placed.pegs.map(peg)),
    element("span", { className: "arms" }, arm("red", placed.red), arm("white", placed.white)),
    element("span", { className: "unseen" }, `Row ${at + 1}: ${listed(placed.pegs)}; ${spoken}`),
  );
}

function past(view, ui) {
  const games = view.past.map((game) => {
    const points = game.points.map((gained, seat) => (gained ? `${ui.name(seat)} +${gained}` : "")).filter(Boolean);
    const told = game.void ? "void: wrong arms" : `${ui.name(game.decoder)} took ${game.rows}${points.length ? "; points:" : ""}`;
    return element("li", {}, codeOf(game), ` ${told} ${listed(points)}`);
  });
  return element("ul", { className: "games-played", "aria-label": "Games played" }, ...games);
}
