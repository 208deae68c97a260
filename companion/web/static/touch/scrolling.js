// @ts-check
// What is scrolled with a finger can be scrolled with the keyboard, too.

/** Until `signal` aborts `node` takes the focus whenever it scrolls and has no button. */
export function scrolledByKeys(node, signal) {
  const update = () => {
    if (node.scrollHeight > node.clientHeight && !node.querySelector("button")) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(update); // A phone is turned on its side.
  const changes = new MutationObserver(update);
  sizes.observe(node);
  changes.observe(node, { childList: true, subtree: true, characterData: true });
  signal.addEventListener("abort", () => {
    sizes.disconnect();
    changes.disconnect();
  });
}
