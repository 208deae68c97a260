// @ts-check
// Mastermind's travel unit from above: the secret code behind its screen, nine rows of pegs, and a red and a white arm at each.

import { dial, fill, question } from "/static/boards/ask.js";
import { called, does, plate, score, standing, unseen, won } from "/static/boards/common.js";
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
  const rows = Array.from({ length: kit.rows }, (_, at) => row(view.rows[at], at, at === next));
  const open = view.code !== null && (ui === null || view.winners !== null);
  // Who plays needs the room of a code that is hidden, and has the own code in a place where it can be covered.
  const screen = open || ui === null ? [codeRow(view, open)] : [];
  const arms = element("p", { className: "heads", "aria-hidden": "true" }, ...Object.values(kit.arms).map((word) => element("span", {}, word)));
  const plates = Array.from({ length: view.seats }, (_, seat) => plate(name(seat), standing(view, seat), role(view, seat), score(view.scores[seat])));
  const past = view.past.map((_, at) => game(view.past, at, name)).reverse();
  return {
    head: [`Game ${view.game_number} of ${view.games}`, sentence(view, name)],
    main: [element("div", { className: "unit" }, ...screen, arms, element("ol", { className: "rows", "aria-label": "Rows" }, ...rows))],
    side: [
      element("ul", { className: "plates", "aria-label": "Players" }, ...plates),
      ...(past.length ? [element("ol", { className: "past", "aria-label": "Games played", "data-rest": "and # before" }, ...past)] : []),
    ],
    ...(ui && { own: view.code && !open ? [ownCode(view.code)] : [], ...asked(view, ui) }),
  };
}

/** The pad and the bar for what this seat is asked. @param {View} view @param {Ui} ui @returns {import("/static/types").Part} */
function asked(view, ui) {
  const prompt = leaves(ui.prompt)[0];
  if (prompt?.kind === "fill" && prompt.field === "pegs") {
    const made = fill(prompt, ui, ({ value }) => [peg(String(value))]);
    const named = listed(made.values.filter(Boolean).map(colour));
    const hint = prompt.secret ? "Set the secret code: four pegs, no colour twice" : "Tap four pegs";
    return { ...made, hint: named ? `${named} …` : hint, label: prompt.secret ? "Set this code" : "Guess", ready: made.ready && { ...made.ready, text: named }, open: !prompt.secret };
  }
  if (prompt?.kind === "dial" && prompt.move === "pull_arms") {
    const hint = `The red arm counts pegs in place, the white arm those of which only the colour is right. The guess was ${listed(colours(view.rows.at(-1)?.pegs))}`;
    return { ...dial(prompt, ui), hint, label: "Pull the arms", open: !prompt.secret };
  }
  return question(ui.prompt, ui);
}

/** @param {View} view @param {Name} name */
function sentence(view, name) {
  switch (view.phase) {
    case "code":
      return `${does(name(view.codemaker), "set")} the secret code`;
    case "guess":
      return `${does(name(view.decoder), "guess")}: row ${view.rows.length + 1} of ${kit.rows}`;
    case "arms":
      return `${does(name(view.codemaker), "pull")} the arms`;
    default:
      if (view.seats === 1 && view.winners) return `${name(0)} ${view.winners.length ? "found every code" : "did not find every code"}`;
      return view.winners?.length === 1 ? `${won(view, name)} the series` : won(view, name);
  }
}

/** @param {View} view @param {number} seat */
function role(view, seat) {
  if (view.winners?.includes(seat)) return "Winner";
  if (view.phase === "over") return "";
  return seat === view.codemaker ? "Codemaker" : seat === view.decoder ? "Decoder" : "";
}

/** @typedef {keyof typeof kit.pegs} Colour */
/** @param {string} value */
const colour = (value) => kit.pegs[/** @type {Colour} */ (value)]?.name.toLowerCase() ?? value;
/** @param {readonly string[]} pegs */
const colours = (pegs = []) => pegs.map(colour);

/** A peg with its letter, so that no colours have to be told apart. @param {string} value */
function peg(value) {
  return element("span", { className: "peg", "data-colour": value, "aria-hidden": "true" }, kit.pegs[/** @type {Colour} */ (value)]?.label ?? "?");
}

/** Four pegs, or four holes. @param {readonly string[] | null | undefined} pegs */
function holes(pegs, className = "holes") {
  const inside = Array.from({ length: kit.holes }, (_, at) => (pegs ? [peg(pegs[at])] : []));
  return element("span", { className, "aria-hidden": "true" }, ...inside.map((one) => element("span", { className: "hole" }, ...one)));
}

/** The code behind its screen, which slides away when it is open. @param {View} view @param {boolean} open */
function codeRow(view, open) {
  const screen = element("span", { className: "screen", "aria-hidden": "true" }, view.phase === "code" ? "no code yet" : "secret code");
  const said = open ? `The code was ${listed(colours(view.code ?? []))}` : "The secret code is hidden";
  return element("div", { className: open ? "code open" : "code", role: "img", "aria-label": said }, holes(open ? view.code : null), screen);
}

/** A code that this seat alone may see. @param {readonly string[]} pegs */
function ownCode(pegs) {
  return element("p", { className: "own-code" }, element("span", {}, "Your code"), element("span", { className: "secret", role: "img", "aria-label": listed(colours(pegs)) }, holes(pegs, "holes small")));
}

/** @param {View["rows"][number] | undefined} placed @param {number} at @param {boolean} next */
function row(placed, at, next) {
  const pulled = placed && placed.red !== null;
  const said = placed ? `${listed(colours(placed.pegs))}; ${pulled ? `red arm ${placed.red}, white arm ${placed.white}` : "arms not pulled yet"}` : next ? "next" : "empty";
  const state = next ? "next" : placed?.red === kit.holes ? "cracked" : "";
  return element(
    "li",
    { className: `row ${state}`, "data-id": `row ${at}`, "data-row": at, "data-now": next },
    element("span", { className: "number", "aria-hidden": "true" }, String(at + 1)),
    holes(placed?.pegs),
    element("span", { className: "arms", "aria-hidden": "true" }, arm("red", pulled ? placed.red : null), arm("white", pulled ? placed.white : null)),
    unseen(`Row ${at + 1}: ${said}`),
  );
}

/** An arm, and how far it is pulled out; null: it is in. @param {keyof typeof kit.arms} which @param {number | null} notches */
function arm(which, notches) {
  const made = element("span", { className: `arm ${which} ${notches === null ? "in" : ""}` }, element("span", { className: "shaft" }, element("b", { className: "knob" }, notches === null ? "" : String(notches))));
  made.style.setProperty("--notches", String(notches ?? 0));
  return made;
}

/** A game of the series that is over. @param {View["past"]} past @param {number} at @param {Name} name */
function game(past, at, name) {
  const played = past[at];
  const number = 1 + past.slice(0, at).filter((one) => !one.void).length; // A void game is played again as the same one.
  const points = played.points.flatMap((gained, seat) => (gained ? [`${name(seat)} +${gained}`] : []));
  const told = played.void ? "void: wrong arms" : `${name(played.decoder)}: ${played.rows} ${played.rows === 1 ? "row" : "rows"}`;
  return element(
    "li",
    { className: played.void ? "void" : "" },
    element("span", { className: "ordinal" }, String(number)),
    element("span", { role: "img", "aria-label": `code ${listed(colours(played.code))}` }, holes(played.code, "holes small")),
    element("span", { className: "told" }, told),
    element("strong", {}, listed(points)),
  );
}

/** A row from its pieces: four colours, and what the arms show where they are known. @param {readonly string[]} pieces */
export function scene(pieces) {
  const counts = pieces.slice(kit.holes).map(Number);
  const arms = counts.length ? [element("span", { className: "arms" }, arm("red", counts[0]), arm("white", counts[1]))] : [];
  return element("span", { className: "row" }, holes(pieces.slice(0, kit.holes)), ...arms);
}
