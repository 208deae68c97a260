// @ts-check
// What a panel shows: the words and the nodes of each of its parts. Pure: the same arguments give equal nodes, and nothing is kept.

import { element } from "/static/element.js";
import { called, capital, same } from "/static/boards/common.js";
import { choose, question } from "/static/boards/ask.js";
import { recapTable, result } from "/static/recap.js";

/** @typedef {import("/static/types").Ui} Ui */
/** @typedef {import("/static/types").Board} Board */
/** @typedef {import("./model.js").Model} Model */
/**
 * What the buttons of the frame do, besides those of `ui`. `put`: the draft is this one; `read` and `forget`: the sentence of the
 * table, or that a tap was lost, was read; `press`: a key of the seat.
 * @typedef {{ put(draft: any): void, read(): void, forget(): void, press(key: string): void }} Acts
 */
/**
 * `words` and `nodes` by the part that shows them; a part that is missing stays as it is. `isSecret`: nobody else may see the pad,
 * and what it says. `isEmpty`: there is nothing to be done. `isLost`: the message says that a tap was lost.
 * @typedef {{ words: Record<string, string>, nodes: Record<string, Node[]>, isSecret: boolean, isEmpty: boolean, isLost: boolean }} Shown
 */

const KEYS = ["left", "middle", "right"];
const SIGNS = /** @type {Record<string, string>} */ ({ "◀": "Back ◀", "▶": "More ▶" });

/**
 * What is shown of a game, or of a question in front of it. `board`: null while it is being loaded. `lost`: what the player must
 * read of a tap that was lost. `hint`: the id of the sentence in the bar.
 * @param {Model} model
 * @param {Partial<Board> | null} board
 * @param {string} lost
 * @param {string} hint
 * @param {Ui} ui
 * @param {Acts} acts
 * @returns {Shown}
 */
export function shownOf(model, board, lost, hint, ui, acts) {
  const { data } = model;
  const bar = board && barOf(model, board, hint, ui, acts);
  const help = data.offers ? [offered(data.offers, ui)] : [];
  return {
    words: { name: nameOf(data), turn: data.turn, told: data.event, ...bar?.words },
    nodes: { notice: notice(data.notice, lost, ui, acts), ...(board && lying(data, { ...board, pad: [...help, ...(board.pad ?? [])] }, ui)), ...bar?.nodes },
    isSecret: !board?.open,
    isEmpty: (bar?.isEmpty ?? false) && !help.length,
    isLost: Boolean(lost),
  };
}

/** What can be done for somebody whose phone stays away. @param {import("/static/types").Choose} prompt @param {Ui} ui */
function offered(prompt, ui) {
  const buttons = choose(prompt, { ...ui, send: (move) => ui.send(move, "menu"), button: (key, ...rest) => ui.button(`offer ${key}`, ...rest) }).pad;
  return element("section", { className: "offers", "data-id": "offers" }, element("p", {}, prompt.title), ...buttons);
}

/** Who plays at the panel. @param {any} data @returns {string} */
export const nameOf = ({ view, names }) => (view.seat === null ? "Watching" : (names[view.seat] ?? ""));

/**
 * A question in front of the game: of the table, or of a round that is over, which `board` draws once it is loaded. While a round
 * goes on, the own tiles or cards stay in sight.
 * @param {any} data
 * @param {Ui} ui
 * @param {any} board
 * @returns {Partial<Board>}
 */
export function aside(data, ui, board) {
  const lines = data.lines.length ? [said(data.lines)] : [];
  const told = data.recap ? [recapTable(data.recap, data.view.game, board)] : [];
  const own = data.recap ? [] : board?.draw(data, { ...ui, prompt: null }).own;
  return { ...question(data.prompt, ui), main: [...told, ...lines], own, open: true };
}

/** @param {readonly string[]} lines */
const said = (lines) => element("div", { className: "lines" }, element("p", {}, lines.join(" ")));

/** What lies on the table, and what the seat must see of its own. @param {any} data @param {Partial<Board>} board @param {Ui} ui */
function lying(data, { head, main = [], side = [], own = [], pad = [] }, ui) {
  const facts = head?.[0] ? [element("p", { className: "facts" }, head[0])] : [];
  const beside = side.length ? [element("div", { className: "aside" }, ...side)] : [];
  const scene = [...result(data, called(data, ui)), ...facts, element("div", { className: "main" }, ...main), ...beside];
  return { scene, mine: own, pad };
}

/** The bar: what a tap would do. A button that is not ready keeps its place. @param {Model} model @param {Partial<Board>} board @param {string} id @param {Ui} ui @param {Acts} acts */
function barOf({ data, isSlow, refused }, { hint = "", label = "", ready = null, undo = null, pad = [] }, id, ui, acts) {
  const told = ready && data.promise && same(data.promise.move, ready.move) ? data.promise : null;
  const asks = ready && !told && data.promising?.includes(ready.move.move);
  const send = (/** @type {string} */ to) => ready && ui.send(ready.move, to);
  // Who won is told above the board.
  const isOver = data.view.winners !== null && data.view.game !== "lobby" && hint === data.prompt?.title;
  return {
    words: { hint: isSlow ? "Sending …" : refused || (ready?.text ?? (isOver ? "" : hint)), worth: told ? told.words || "One moment …" : "" },
    nodes: {
      undo: undo ? [ui.button("bar undo", { className: "undo" }, () => acts.put(undo), "Undo")] : [],
      ask: asks ? [ui.button("bar ask", { className: "way", label: "What is it worth?" }, () => send("promise"), "Worth?")] : [],
      go: label ? [ui.button("bar go", { className: "go", disabled: !ready, "aria-describedby": id }, () => send(data.to), label)] : [],
    },
    isEmpty: !isSlow && !hint && !label && !pad.length,
  };
}

/** What this player must read: notices of the table, the oldest first, and that a tap was lost. @param {string} told @param {string} lost @param {Ui} ui @param {Acts} acts */
function notice(told, lost, ui, acts) {
  const texts = [...told.split("\n"), lost].filter(Boolean);
  if (!texts.length) return [];
  return [element("div", { className: "secret" }, ...texts.map((text) => element("p", {}, text))), ui.button("notice ok", { className: "ok", label: "Close the message" }, told ? acts.read : acts.forget, "OK")];
}

/** A screen that is no game's: its lines, its three keys by their labels, and the values of a dial, which a tap turns to. @param {Model} model @param {string} lost @param {Ui} ui @param {Acts} acts @returns {Shown} */
export function deviceOf({ data, isSlow }, lost, ui, acts) {
  const { lines, keys, dial } = data.device;
  /** The way that the dial's keys go. @param {number} wanted */
  const turn = (wanted) => {
    for (let step = Math.abs(wanted - dial.at); step > 0; step -= 1) acts.press(wanted > dial.at ? "right" : "left");
  };
  const values = dial?.values.map((/** @type {string} */ value, /** @type {number} */ at) =>
    ui.button(`device value ${value}`, { className: "symbol", pressed: at === dial.at }, () => turn(at), value),
  );
  const buttons = KEYS.flatMap((key, at) =>
    keys[at] && !(values && keys[at] in SIGNS) ? [ui.button(`device ${key}`, { className: at === 1 ? "go" : "way" }, () => acts.press(key), SIGNS[keys[at]] ?? words(keys[at]))] : [],
  );
  const row = values ? [element("div", { className: "symbols", role: "group", "aria-label": lines[0] }, ...values)] : [];
  return {
    words: { turn: "", told: "", hint: isSlow ? "Sending …" : "", worth: "" },
    nodes: { notice: notice("", lost, ui, acts), scene: [said(lines)], mine: [], pad: [...row, element("div", { className: "choices" }, ...buttons)], undo: [], ask: [], go: [] },
    isSecret: false,
    isEmpty: !isSlow && !buttons.length,
    isLost: Boolean(lost),
  };
}

/** @param {string} label */
const words = (label) => capital(label.replace("●", "").trim());
