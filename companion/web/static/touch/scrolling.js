// @ts-check
// What is scrolled with a finger can be scrolled with the keyboard, too, and says so while there is more below, or above.

const EDGE = 12; // Pixels that nobody misses.

/** Whether something lies below what is in sight. @param {HTMLElement} node */
export const hasMore = (node) => node.scrollTop + node.clientHeight + EDGE < node.scrollHeight;

/**
 * Until `signal` aborts `node` has the class "more" while something lies below what is in sight, and "earlier" while something lies above. It takes the focus whenever it scrolls and has no button; whoever draws in it calls what this returns.
 * @param {HTMLElement} node
 * @param {AbortSignal} signal
 */
export function scrolledByKeys(node, signal) {
  const update = () => {
    if (node.scrollHeight > node.clientHeight && !node.querySelector("button")) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
    node.classList.toggle("earlier", node.scrollTop > EDGE);
    node.classList.toggle("more", hasMore(node));
  };
  node.addEventListener("scroll", update, { signal, passive: true });
  addEventListener("resize", update, { signal }); // A phone is turned on its side.
  return update;
}
