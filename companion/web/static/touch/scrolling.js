// What is scrolled with a finger can be scrolled with the keyboard, too.

/** From now on `node` takes the focus whenever it scrolls and has no button. */
export function scrolledByKeys(node) {
  const update = () => {
    if (node.scrollHeight > node.clientHeight && !node.querySelector("button")) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  new ResizeObserver(update).observe(node); // A phone is turned on its side.
  new MutationObserver(update).observe(node, { childList: true, subtree: true, characterData: true });
}
