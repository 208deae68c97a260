// @ts-check
// What the boards of several games have in common: how seats are called and how they stand, and plates with a name and a score.

import { element, listed } from "/static/element.js";

/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/types").Shown<View>} Shown */
/** @typedef {import("/static/types").Name} Name */

/**
 * What a seat is called here: by its name, with a word where the machine plays for somebody, and the seat that plays on this panel "You".
 * @param {Shown} shown
 * @param {import("/static/types").Ui | null} ui
 * @returns {Name}
 */
export function called({ view, names, handed_over }, ui) {
  return (seat) => {
    if (seat === "table") return "The table";
    if (ui !== null && seat === view.seat) return "You";
    const name = names[Number(seat)] ?? `Player ${Number(seat) + 1}`;
    return handed_over?.includes(Number(seat)) ? `${name} (machine)` : name;
  };
}

/** Whether two moves, or parts of them, are the same, whatever the order of their keys. @param {unknown} one @param {unknown} other @returns {boolean} */
export function same(one, other) {
  const sorted = (/** @type {string} */ _, /** @type {unknown} */ value) =>
    value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
}

/** "Ben's", and "your" of the own seat: `name` is what `called` returned. @param {string} name */
export const whose = (name) => (name === "You" ? "your" : `${name}'s`);

/** A sentence begins so. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "draw" after "You", "draws" after any other name. @param {string} name @param {string} base */
export const verb = (name, base) => (name === "You" ? base : base === "have" ? "has" : /(s|sh|ch|x|o)$/.test(base) ? `${base}es` : `${base}s`);

/** "You draw", "Ben draws". @param {string} name @param {string} base */
export const does = (name, base) => `${name} ${verb(name, base)}`;

/** "Ada and Ben draw", and of a single one as `does`. @param {readonly string[]} names @param {string} base */
export const allDo = (names, base) => (names.length === 1 ? does(names[0], base) : `${listed(names)} ${base}`);

/** "draw_pile" as "Draw pile". @param {unknown} text */
export const words = (text) => capital(String(text).replaceAll("_", " "));

/** All seats; where one of them plays here, the others clockwise from it, and it last. @param {View} view @param {import("/static/types").Ui | null} ui */
export function round({ seats, seat }, ui) {
  return Array.from({ length: seats }, (_, step) => (ui === null || seat === null ? step : (seat + 1 + step) % seats));
}

/**
 * Who won, or "" while the game is on.
 * @param {View} view
 * @param {Name} name
 */
export function won({ winners }, name) {
  if (!winners) return "";
  if (winners.length === 0) return "Nobody wins";
  return winners.length === 1 ? does(name(winners[0]), "win") : `A draw: ${listed(winners.map(name))}`;
}

/**
 * "acting", "winner", "out": how a seat stands.
 * @param {View & { turn_of?: number | null, out?: readonly number[] }} view
 * @param {number} seat
 */
export function standing(view, seat) {
  const marks = [];
  if (view.winners?.includes(seat)) marks.push("winner");
  if (view.to_act.includes(seat) || (view.to_act.includes("chance") && view.turn_of === seat)) marks.push("acting");
  if (view.out?.includes(seat)) marks.push("out");
  return marks.join(" ");
}

/** What is said of a seat that has won, also together with others. @param {View} view */
export const winning = (view) => ((view.winners?.length ?? 0) > 1 ? "draw" : "winner");

/** The seats whose boards lie on the table: all, or those of the others, where one of them plays here. @param {View} view @param {import("/static/types").Ui | null} ui */
export const others = (view, ui) => round(view, ui).filter((seat) => ui === null || seat !== view.seat);

/**
 * A pile from above with words beside it; where `act` does something, a button.
 * @param {string} key
 * @param {import("/static/types").Ui | null} ui
 * @param {(() => void) | null} act
 * @param {...(Node | string)} parts
 */
export function stack(key, ui, act, ...parts) {
  if (ui && act) return ui.button(key, { className: "stack way" }, act, ...parts);
  return element("span", { className: "stack", "data-id": key }, ...parts);
}

/**
 * A plate with a player's name, what they are, and `shown` at its right, such as a score.
 * @param {string} name
 * @param {string} marks
 * @param {string} role
 * @param {...(Node | string)} shown
 */
export function plate(name, marks, role, ...shown) {
  return element("li", { className: `plate ${marks}` }, element("span", { className: "name" }, name), element("span", { className: "role" }, role), ...shown);
}

/** Points with a word for who hears them. @param {number} points */
export function score(points) {
  return element("span", { className: "score", role: "img", "aria-label": points === 1 ? "1 point" : `${points} points` }, String(points));
}

/** Text for a screen reader alone. @param {string} text */
export const unseen = (text, className = "") => element("span", { className: `unseen ${className}` }, text);

/** A draft without some of its parts. @param {import("/static/types").Draft} draft @param {...string} names */
export function without(draft, ...names) {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !names.includes(name)));
}

/** What is pencilled at a place, as signs; nothing where nothing is. @param {import("/static/types").Ui | null} ui @param {string} place @param {(mark: string) => string} sign */
export function pencilled(ui, place, sign = String) {
  const marks = ui?.pencil?.marks[place] ?? [];
  return marks.length ? [element("small", { className: "pencilled" }, marks.map(sign).join(" "))] : [];
}

/** The same in words, after what is said of the place. @param {import("/static/types").Ui | null} ui @param {string} place @param {(mark: string) => string} word */
export function pencilledWords(ui, place, word = String) {
  const marks = ui?.pencil?.marks[place] ?? [];
  return marks.length ? `; pencilled ${listed(marks.map(word))}` : "";
}

/** Write a mark at a place, or rub it out. @param {import("/static/types").Ui} ui @param {string} place @param {string} mark */
export function pencil({ pencil }, place, mark) {
  const marks = pencil?.marks[place] ?? [];
  pencil?.write(place, marks.includes(mark) ? marks.filter((one) => one !== mark) : [...marks, mark].sort((one, other) => Number(one) - Number(other)));
}

/**
 * A button of a board: `acts` gets what it does, by its key, where `clicked` finds it. One that is disabled does nothing, unless it
 * can tell `why`.
 * @param {Map<string, (button: HTMLElement) => void>} acts
 * @param {string} key
 * @param {Parameters<import("/static/types").Ui["button"]>[1]} attributes
 * @param {(button: HTMLElement) => void} act
 * @param {...(Node | string)} children
 */
export function actButton(acts, key, { className = "", pressed = null, disabled = false, label = null, why = "", ...more } = {}, act, ...children) {
  if (!disabled || why) acts.set(key, act);
  const states = { "aria-pressed": pressed === null ? null : String(pressed), "aria-disabled": disabled ? "true" : null, title: why || null };
  return element("button", { className, type: "button", "data-id": key, "data-act": key, "aria-label": label, ...states, ...more }, ...children);
}

/** Do what the button that was clicked is for. @param {Map<string, (button: HTMLElement) => void>} acts @param {Event} event */
export function clicked(acts, event) {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button[data-act]"));
  if (button) acts.get(button.dataset.act ?? "")?.(button);
}
