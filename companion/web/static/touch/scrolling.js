// @ts-check
// What is scrolled with a finger can be scrolled with the keyboard, too.

/**
 * Until `signal` aborts `node` takes the focus whenever it scrolls and has no button; whoever draws in it calls what this returns.
 * @param {HTMLElement} node
 * @param {AbortSignal} signal
 */
export function scrolledByKeys(node, signal) {
  const update = () => {
    if (node.scrollHeight > node.clientHeight && !node.querySelector("button")) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  addEventListener("resize", update, { signal }); // A phone is turned on its side.
  return update;
}
