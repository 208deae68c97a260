// @ts-check
// The way to the rules of a game, which the table serves without a network. They open in a page of their own: the seat stays here.

import { rulesOf } from "/static/boards/boards.js";
import { element } from "/static/element.js";

/** A link to how a game is played; without a game, to the rules of all. @param {string} game */
export function howToPlay(game, title = "") {
  const words = title ? `How to play ${title}` : "How to play";
  return element("a", { className: "learn", href: rulesOf(game), target: "_blank", rel: "noopener" }, words);
}
