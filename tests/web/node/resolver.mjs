// Lets Node import the scripts of the pages: "/static/x.js" is companion/web/static/x.js, and a module although it has no package.json.
//
// The two modules that static_pages.py generates from the list of games are made here from the scripts that there are.

import { readdirSync } from "node:fs";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

const STATIC = new URL("../../../companion/web/static/", import.meta.url);
const GENERATED = { "games.js": ["games/", "drawOf", "?? generic"], "touch_games.js": ["touch/games/", "boardOf", ""] };

if (isMainThread) register(import.meta.url); // The hooks run in a thread of their own.

// Node 18 has no Array.prototype.with, which every browser has since 2023.
if (!Array.prototype.with) {
  Array.prototype.with = function (at, value) {
    return Object.assign([...this], { [at < 0 ? this.length + at : at]: value });
  };
}

export function resolve(specifier, context, next) {
  if (!specifier.startsWith("/static/")) return next(specifier, context);
  const name = specifier.slice("/static/".length);
  const url = name in GENERATED ? `data:text/javascript,${encodeURIComponent(generated(...GENERATED[name]))}` : new URL(name, STATIC).href;
  return { url, format: "module", shortCircuit: true };
}

function generated(folder, called, otherwise) {
  const games = readdirSync(new URL(folder, STATIC)).filter((name) => name.endsWith(".js") && !["generic.js", "head.js"].includes(name));
  const imports = games.map((name, at) => `import * as game${at} from "/static/${folder}${name}";`);
  const entries = games.map((name, at) => `["${name.replace(".js", "")}", game${at}]`);
  return `${imports.join("\n")}
    import { draw as generic } from "/static/games/generic.js";
    const GAMES = new Map([${entries}]);
    export const ${called} = (game) => GAMES.get(game)?.draw ${otherwise};
    export const rulesOf = (game) => GAMES.get(game)?.rules ?? "/rules";`;
}
