// @ts-check
// Mastermind from above: the secret code behind its screen, the rows of pegs or digits, and at each its answer: the red and the
// white arm of the travel unit, or two numbers with the words of the edition.

import { dial, fill, question } from "/static/boards/ask.js";
import { called, capital, does, plate, score, standing, unseen, winning, won } from "/static/boards/common.js";
import { leaves } from "/static/boards/legal.js";
import { element, listed } from "/static/element.js";
import { mastermind as kit } from "/static/games/kits.js";

/** @typedef {import("/static/types").MastermindView} View */
/** @typedef {import("/static/types").Ui} Ui */
/** @typedef {import("/static/types").Name} Name */

/** @type {import("/static/types").Draw<View>} */
export function draw(shown, ui) {
  const { view } = shown;
  const name = called(shown, ui);
  const next = view.phase === "guess" ? view.rows.length : -1;
  const rows = Array.from({ length: view.max_rows }, (_, at) => row(view, at, at === next));
  const open = view.code !== null && (ui === null || view.winners !== null);
  // Who plays needs the room of a code that is hidden, and has the own code in a place where it can be covered.
  const screen = open || ui === null ? [codeRow(view, open)] : [];
  const heads = element("p", { className: "heads", "aria-hidden": "true" }, ...headWords(view).map((word) => element("span", {}, word)));
  const plates = Array.from({ length: view.seats }, (_, seat) => plate(name(seat), standing(view, seat), role(view, seat), score(view.scores[seat])));
  const past = view.past.map((_, at) => game(view, at, name)).reverse();
  const unit = element("div", { className: `unit ${view.words.arms ? "" : "numbers"}` }, ...screen, heads, element("ol", { className: "rows", "aria-label": "Rows" }, ...rows));
  // The unit is as high as it has rows, and as wide as it has holes.
  unit.style.setProperty("--rows", String(view.max_rows));
  unit.style.setProperty("--holes", String(view.pegs));
  return {
    head: [`Game ${view.game_number} of ${view.games}`, sentence(view, name)],
    main: [unit],
    side: [
      element("ul", { className: "plates", "aria-label": "Players" }, ...plates),
      ...(past.length ? [element("ol", { className: "past", "aria-label": "Games played", "data-rest": "Earlier games: #" }, ...past)] : []),
    ],
    ...(ui && { own: view.code && !open ? [ownCode(view.code)] : [], ...asked(view, ui) }),
  };
}

/** The pad and the bar for what this seat is asked. @param {View} view @param {Ui} ui @returns {import("/static/types").Part} */
function asked(view, ui) {
  const prompt = leaves(ui.prompt)[0];
  if (prompt?.kind === "fill" && prompt.field === "pegs") {
    const made = fill(prompt, ui, ({ value }) => [peg(String(value))]);
    const [[, pieces], [symbol, symbols]] = [view.words.piece, view.words.symbol];
    const filled = made.values.filter((value) => value !== null);
    const named = symbol === "digit" ? filled.join(" ") : inWords(filled);
    const many = `${["three", "four", "five"][view.pegs - 3]} ${pieces}`;
    const repeats = prompt.repeats > 1 ? `${symbols} may repeat` : `no ${symbol} twice`;
    const rule = prompt.secret || prompt.repeats === 1 ? `${many}, ${repeats}` : many;
    const hint = `${prompt.secret ? "Set the secret code:" : "Tap"} ${rule}`;
    return { ...made, hint: named ? `${named} …` : hint, label: prompt.secret ? "Set this code" : "Guess", ready: made.ready && { ...made.ready, text: named }, open: !prompt.secret };
  }
  if (prompt?.kind === "dial" && prompt.move === "pull_arms") {
    const { arms, piece, symbol, exact, near } = view.words;
    const [one, other] = arms ? ["The red arm counts", "the white arm"] : [`${capital(exact[1])} are`, near[1]];
    const hint = `${one} ${piece[1]} in place, ${other} those of which only the ${symbol[0]} is right. The guess was ${inWords(view.rows.at(-1)?.pegs)}`;
    return { ...dial(prompt, ui), hint, label: arms ? "Pull the arms" : "Answer", open: !prompt.secret };
  }
  return question(ui.prompt, ui);
}

/** @param {View} view @param {Name} name */
function sentence(view, name) {
  switch (view.phase) {
    case "code":
      return `${does(name(view.codemaker), "set")} the secret code`;
    case "guess":
      return `${does(name(view.decoder), "guess")}: row ${view.rows.length + 1} of ${view.max_rows}`;
    case "arms":
      return view.words.arms ? `${does(name(view.codemaker), "pull")} the arms` : does(name(view.codemaker), "answer");
    default:
      if (view.seats === 1 && view.winners) return `${name(0)} ${view.winners.length ? "found every code" : "did not find every code"}`;
      return view.winners?.length === 1 ? `${won(view, name)} the series` : won(view, name);
  }
}

/** @param {View} view @param {number} seat */
function role(view, seat) {
  if (view.winners?.includes(seat)) return capital(winning(view));
  if (view.phase === "over") return "";
  return seat === view.codemaker ? "Codemaker" : seat === view.decoder ? "Decoder" : "";
}

/** @typedef {keyof typeof kit.pieces} Piece */
/** @param {string} value */
const named = (value) => kit.pieces[/** @type {Piece} */ (value)]?.name.toLowerCase() ?? value;
/** A row in words: "red, blue, green and pink", or "0, 1, 2 and 3". @param {readonly string[]} pieces */
const inWords = (pieces = []) => listed(pieces.map(named));
/** What stands above the two numbers of each row. @param {View} view */
const headWords = ({ words }) => (words.arms ? ["red", "white"] : [words.exact[1], words.near[1]]);

/** A peg with its letter, so that no colours have to be told apart, or a digit. @param {string} value */
function peg(value) {
  return element("span", { className: /^\d$/.test(value) ? "peg digit" : "peg", "data-colour": value, "aria-hidden": "true" }, kit.pieces[/** @type {Piece} */ (value)]?.label ?? "?");
}

/** Pegs, or so many holes. @param {readonly string[] | null | undefined} pegs @param {number} count */
function holes(pegs, count, className = "holes") {
  const inside = Array.from({ length: count }, (_, at) => (pegs ? [peg(pegs[at])] : []));
  return element("span", { className, "aria-hidden": "true" }, ...inside.map((one) => element("span", { className: "hole" }, ...one)));
}

/** The code behind its screen, which slides away when it is open. @param {View} view @param {boolean} open */
function codeRow(view, open) {
  const screen = element("span", { className: "screen", "aria-hidden": "true" }, view.phase === "code" ? "no code yet" : "secret code");
  const said = open ? `The code was ${inWords(view.code ?? [])}` : "The secret code is hidden";
  return element("div", { className: open ? "code open" : "code", role: "img", "aria-label": said }, holes(open ? view.code : null, view.pegs), screen);
}

/** A code that this seat alone may see. @param {readonly string[]} pegs */
function ownCode(pegs) {
  return element("p", { className: "own-code" }, element("span", {}, "Your code"), element("span", { className: "secret", role: "img", "aria-label": inWords(pegs) }, holes(pegs, pegs.length, "holes small")));
}

/** @param {View} view @param {number} at @param {boolean} next */
function row(view, at, next) {
  const placed = view.rows[at];
  const [red, white] = placed ? [placed.red, placed.white] : [null, null];
  const said = placed ? `${inWords(placed.pegs)}; ${answerWords(view, red, white)}` : next ? "next" : "empty";
  const state = next ? "next" : red === view.pegs ? "cracked" : "";
  const answer = view.words.arms ? [arm("red", red, view.pegs), arm("white", white, view.pegs)] : [count(red), count(white)];
  return element(
    "li",
    { className: `row ${state}`, "data-id": `row ${at}`, "data-row": at, "data-now": next },
    element("span", { className: "number", "aria-hidden": "true" }, String(at + 1)),
    holes(placed?.pegs, view.pegs),
    element("span", { className: "arms", "aria-hidden": "true" }, ...answer),
    unseen(`Row ${at + 1}: ${said}`),
  );
}

/** @param {View} view @param {number | null} red @param {number | null} white */
function answerWords({ words: { arms, exact, near } }, red, white) {
  if (red === null || white === null) return arms ? "arms not pulled yet" : "not answered yet";
  return arms ? `red arm ${red}, white arm ${white}` : `${red} ${exact[red === 1 ? 0 : 1]}, ${white} ${near[white === 1 ? 0 : 1]}`;
}

/** A number of an answer, where there are no arms. @param {number | null} value */
const count = (value) => element("span", { className: "count" }, value === null ? "" : String(value));

/** An arm, and how far it is pulled out; null: it is in. @param {"red" | "white"} which @param {number | null} notches @param {number} most */
function arm(which, notches, most) {
  const made = element("span", { className: `arm ${which} ${notches === null ? "in" : ""}` }, element("span", { className: "shaft" }, element("b", { className: "knob" }, notches === null ? "" : String(notches))));
  made.style.setProperty("--notches", String(((notches ?? 0) * 4) / most)); // As long as for four pegs, with more notches.
  return made;
}

/** A game of the series that is over. @param {View} view @param {number} at @param {Name} name */
function game({ past, words }, at, name) {
  const played = past[at];
  const number = 1 + past.slice(0, at).filter((one) => !one.void).length; // A void game is played again as the same one.
  const points = played.points.flatMap((gained, seat) => (gained ? [`${name(seat)} +${gained}`] : []));
  const told = played.void ? `void: wrong ${words.arms ? "arms" : "answer"}` : `${name(played.decoder)}: ${played.rows} ${played.rows === 1 ? "row" : "rows"}`;
  return element(
    "li",
    { className: played.void ? "void" : "" },
    element("span", { className: "ordinal" }, String(number)),
    element("span", { role: "img", "aria-label": `code ${inWords(played.code)}` }, holes(played.code, played.code.length, "holes small")),
    element("span", { className: "told" }, told),
    element("strong", {}, listed(points)),
  );
}

/** A row from its pieces; the last one is what is said of it. @param {readonly string[]} pieces */
export function scene(pieces) {
  const [row, said] = [pieces.slice(0, -1), pieces.at(-1) ?? ""];
  return element("span", { className: "row" }, holes(row, row.length), element("b", { className: "said" }, said));
}
