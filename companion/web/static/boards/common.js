// @ts-check
// What the boards of several games have in common: how seats are called and how they stand, and plates with a name and a score.

import { element, listed } from "/static/element.js";

/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/types").Shown<View>} Shown */

/**
 * What a seat is called here: by its name, and the seat that plays on this panel "You".
 * @param {Shown} shown
 * @param {import("/static/types").Ui | null} ui
 * @returns {(seat: number | string) => string}
 */
export function called({ view, names }, ui) {
  return (seat) => {
    if (seat === "table") return "The table";
    return ui !== null && seat === view.seat ? "You" : (names[Number(seat)] ?? `Player ${Number(seat) + 1}`);
  };
}

/** "Ben's", and "your" of the own seat: `name` is what `called` returned. @param {string} name */
export const whose = (name) => (name === "You" ? "your" : `${name}'s`);

/** A sentence begins so. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The verb of a seat: "You draw", "Ben draws". @param {string} name @param {string} verb */
export const does = (name, verb) => `${name} ${name === "You" ? verb : /(s|sh|ch|x|o)$/.test(verb) ? `${verb}es` : `${verb}s`}`;

/** All seats; where one of them plays here, the others clockwise from it, and it last. @param {View} view @param {import("/static/types").Ui | null} ui */
export function round({ seats, seat }, ui) {
  return Array.from({ length: seats }, (_, step) => (ui === null || seat === null ? step : (seat + 1 + step) % seats));
}

/**
 * Who won, or "" while the game is on.
 * @param {View} view
 * @param {(seat: number | string) => string} name
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

/** The same words for who sees a drawing and for who hears it: `drawn` is seen. @param {string} said @param {...(Node | string)} drawn */
export const drawing = (said, ...drawn) => [element("span", { "aria-hidden": "true" }, ...drawn), unseen(said)];

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
 * A button of a board: `acts` gets what it does, by its key, where `clicked` finds it.
 * @param {Map<string, (button: HTMLElement) => void>} acts
 * @param {string} key
 * @param {Parameters<import("/static/types").Ui["button"]>[1]} attributes
 * @param {(button: HTMLElement) => void} act
 * @param {...(Node | string)} children
 */
export function actButton(acts, key, { className = "", pressed = null, disabled = false, label = null, ...more } = {}, act, ...children) {
  acts.set(key, act);
  const states = { "aria-pressed": pressed === null ? null : String(pressed), "aria-disabled": disabled ? "true" : null };
  return element("button", { className, type: "button", "data-id": key, "data-act": key, "aria-label": label, ...states, ...more }, ...children);
}

/** Do what the button that was clicked is for. @param {Map<string, (button: HTMLElement) => void>} acts @param {Event} event */
export function clicked(acts, event) {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button[data-act]"));
  if (button && button.getAttribute("aria-disabled") !== "true") acts.get(button.dataset.act ?? "")?.(button);
}
