// @ts-check
// Elements of the page, made without markup in strings: what comes over the wire is text, and stays text.

/**
 * An element with a class, attributes and children (elements or strings).
 * @template {string} T
 * @param {T} tag
 * @param {import("/static/types").Attributes} attributes
 * @param {...(Node | string)} children
 * @returns {T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : HTMLElement}
 */
export function element(tag, { className = "", ...attributes } = {}, ...children) {
  const made = /** @type {any} */ (document.createElement(tag));
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** An element of the page itself, by its id. @param {string} id @returns {any} */
export const at = (id) => document.getElementById(id);

/** Set the text only where it differs, so that a screen reader hears news only. @param {Node} node @param {string} text */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** "Ada", "Ada and Ben", "Ada, Ben and Cleo". @param {readonly string[]} words @returns {string} */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
