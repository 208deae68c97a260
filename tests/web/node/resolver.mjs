// Lets Node import the scripts of the pages: "/static/x.js" is companion/web/static/x.js, "/static/games/x.js" is
// companion/games/x.js, and each is a module although it has no package.json.
//
// The list of games with a board, which static_pages.py generates, is made here from the boards that there are.

import { existsSync, readdirSync } from "node:fs";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

const STATIC = new URL("../../../companion/web/static/", import.meta.url);
const GAMES = new URL("../../../companion/games/", import.meta.url);

if (isMainThread) register(import.meta.url); // The hooks run in a thread of their own.

export function resolve(specifier, context, next) {
  const [path] = specifier.split("?");
  if (!path.startsWith("/static/")) return next(specifier, context);
  const name = path.slice("/static/".length);
  const file = name.startsWith("games/") ? new URL(name.slice("games/".length), GAMES) : new URL(name, STATIC);
  const url = name === "games.js" ? `data:text/javascript,${encodeURIComponent(generated())}` : file.href;
  return { url, format: "module", shortCircuit: true };
}

function generated() {
  const games = readdirSync(GAMES).filter((name) => existsSync(new URL(`${name}/board.js`, GAMES)));
  return `export const BOARDS = ${JSON.stringify(games)};`;
}
