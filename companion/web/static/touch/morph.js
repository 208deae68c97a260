// @ts-check
// Makes the children of an element what they shall be, and keeps every node that can stay: so the focus, the scroll position and
// what is written in a field survive, and a screen reader hears only what is new.

/** Make `nodes` the children of `root`. An element with another `data-id` is another one. */
export function morph(root, nodes) {
  const old = [...root.childNodes];
  nodes.forEach((node, at) => {
    const was = old[at];
    if (!was) root.append(node);
    else if (!patched(was, node)) root.replaceChild(node, was);
  });
  for (const rest of old.slice(nodes.length)) rest.remove();
}

function patched(was, node) {
  if (was.nodeType !== node.nodeType || was.nodeName !== node.nodeName) return false;
  if (was.nodeType !== Node.ELEMENT_NODE) {
    if (was.data !== node.data) was.data = node.data;
    return true;
  }
  if (was.dataset.id !== node.dataset.id) return false;
  for (const { name } of [...was.attributes]) if (!node.hasAttribute(name)) was.removeAttribute(name);
  for (const { name, value } of node.attributes) {
    if (was.getAttribute(name) === value) continue;
    // The page's policy refuses style attributes; the style object is allowed.
    if (name === "style") was.style.cssText = node.style.cssText;
    else was.setAttribute(name, value);
  }
  morph(was, [...node.childNodes]);
  return true;
}
