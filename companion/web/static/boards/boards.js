// @ts-check
// Finds the board that draws a game. A page loads the board and the style of the game that it shows, and of no other.

import { BOARDS } from "/static/games.js";
import { cards } from "/static/games/kits.js";
import { element } from "/static/element.js";

const AGAIN = 2000; // Milliseconds after which a board is tried again that could not be loaded.

/** @typedef {{ draw: import("/static/types").Draw<any>, scene?: (pieces: readonly string[]) => HTMLElement }} Board */

/** @type {Map<string, Board>} */
const loaded = new Map();
/** @type {Map<string, Promise<Board>>} */
const loading = new Map();
/** @type {Map<string, number>} */
const failures = new Map();
/** @type {Map<string, Set<() => void>>} */
const waiting = new Map();

/** Where the files of a game's board are, but for their ends. @param {string} game */
function place(game) {
  if (BOARDS.includes(game)) return `/static/games/${game}/board`;
  return game === "lobby" ? "/static/boards/lobby" : "/static/boards/generic";
}

/** The board of a game, once it and its style are loaded. @param {string} game @returns {Promise<Board>} */
export function loadBoard(game) {
  const path = place(game);
  const known = loading.get(path);
  if (known) return known;
  const failed = failures.get(path) ?? 0; // A browser may keep in mind that a module could not be loaded from an address.
  const made = Promise.all([import(`${path}.js${failed ? `?${failed}` : ""}`), style(`${path}.css`)]).then(
    ([board]) => {
      loaded.set(path, board);
      return board;
    },
    (error) => {
      loading.delete(path);
      failures.set(path, failed + 1);
      throw error;
    },
  );
  loading.set(path, made);
  return made;
}

/**
 * The board of a game; null while it is being loaded: `then` is called once when it is there.
 * @param {string} game
 * @param {() => void} then
 */
export function boardOf(game, then) {
  const path = place(game);
  const known = loaded.get(path);
  if (known) return known;
  const others = waiting.get(path);
  if (others) others.add(then);
  else {
    waiting.set(path, new Set([then]));
    wait(game, path);
  }
  return null;
}

/** @param {string} game @param {string} path */
async function wait(game, path) {
  try {
    await loadBoard(game);
  } catch {
    setTimeout(() => wait(game, path), AGAIN);
    return;
  }
  for (const then of waiting.get(path) ?? []) then();
  waiting.delete(path);
}

/** The page of a game's rules, or of all rules. @param {string} game */
export const rulesOf = (game) => cards[game]?.rules ?? "/rules";

/** @param {string} path */
function style(path) {
  return new Promise((done, failed) => {
    const link = element("link", { rel: "stylesheet", href: path });
    link.addEventListener("load", done);
    link.addEventListener("error", (event) => (link.remove(), failed(event)));
    document.head.append(link);
  });
}
