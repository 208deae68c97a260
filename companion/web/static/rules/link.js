// @ts-check
// The way to the rules of a game, which the table serves without a network. They open in front of the seat; where its player asks for
// another tab, there.

import { rulesOf } from "/static/boards/boards.js";
import { element } from "/static/element.js";

/** A link to how a game is played; without a game, to the rules of all. @param {string} game */
export function howToPlay(game, title = "") {
  const words = title ? `How to play ${title}` : "How to play";
  return element("a", { className: "learn", "data-rules": rulesOf(game), href: rulesOf(game), target: "_blank", rel: "noopener" }, words);
}

addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest?.("a[data-rules]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open(/** @type {HTMLElement} */ (link).dataset.rules ?? "/rules", link.textContent ?? "");
});

/** @param {string} address @param {string} title */
async function open(address, title) {
  const style = element("link", { rel: "stylesheet", href: "/static/rules.css" });
  const close = element("button", { type: "button", className: "way" }, "Close");
  const whole = element("div", { className: "rules", tabindex: "0", role: "region", "aria-label": title }, ...(await read(address)));
  const made = element("dialog", { className: "touch-dialog wide", "aria-labelledby": "rules-title" }, style, element("h2", { id: "rules-title" }, title), whole, close);
  close.addEventListener("click", () => made.close());
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
}

/** The page as touch tells it: tools/rules_pages.py leaves out what only who has keys must know. @param {string} address */
async function read(address) {
  try {
    const { text } = await import(`/static/rules/${address === "/rules" ? "README" : address.slice("/rules/".length)}.touch.js`);
    return [element("div", { className: "text" }, ...text.map(drawn))];
  } catch {
    return [element("p", {}, "The rules cannot be read now: the table does not answer.")];
  }
}

/** A text, or an element as [tag, attributes, ...children]. @param {any} node @returns {Node | string} */
function drawn(node) {
  if (typeof node === "string") return node;
  const [tag, attributes, ...children] = node;
  return element(tag, attributes, ...children.map(drawn));
}
