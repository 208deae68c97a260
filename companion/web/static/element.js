// Elements of the page, made without markup in strings: what comes over the wire is text, and stays text.

/** An element with a class, attributes and children (elements or strings). */
export function element(tag, { className = "", ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** Set the text only where it differs, so that a screen reader hears news only. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** "Ada", "Ada and Ben", "Ada, Ben and Cleo". */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
