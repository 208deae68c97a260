// @ts-check
// A list that shows its newest entries first: as many as fit into its box, and a line that counts the rest; or all, to be scrolled.
//
// In a box without a bound, as on a page that scrolls, all of them are shown.

import { element } from "/static/element.js";

/**
 * Show what fits into a list. `rest(number)` says how many are not shown; without it, nothing does.
 * @param {HTMLElement} list
 * @param {((number: number) => string) | null} rest
 */
export function fit(list, rest) {
  const before = [...list.children].find((one) => one.classList.contains("more"));
  before?.remove();
  const entries = /** @type {HTMLElement[]} */ ([...list.children]);
  for (const one of entries) one.hidden = false;
  if (!overflows(list)) return;
  const more = element("li", { className: "more" });
  if (rest) list.append(more);
  const show = (/** @type {number} */ count) => {
    entries.forEach((one, at) => {
      one.hidden = at >= count;
    });
    if (rest) more.textContent = rest(entries.length - count);
    return !overflows(list);
  };
  let [fits, many] = [0, entries.length]; // So many fit, so many do not. Each look at the list costs a layout.
  while (many - fits > 1) {
    const middle = Math.floor((fits + many) / 2);
    if (show(middle)) fits = middle;
    else many = middle;
  }
  if (!show(fits)) more.remove(); // There is no room for a single line.
}

/** What shows entries in `list`, however large it becomes. @param {HTMLElement} list @param {((number: number) => string) | null} rest */
export function newest(list, rest = null) {
  new ResizeObserver(() => requestAnimationFrame(() => fit(list, rest))).observe(list);
  return (/** @type {HTMLElement[]} */ entries) => {
    list.replaceChildren(...entries);
    fit(list, rest);
  };
}

/** What shows all entries in `list`, which wheel, finger and keys scroll. Its style lays the newest one at the foot, where it begins
 * (`scrollTop` 0). Who reads an older one keeps it in sight when a newer one comes. @param {HTMLElement} list */
export function scrolled(list) {
  list.tabIndex = 0;
  const top = (/** @type {HTMLElement} */ one) => one.getBoundingClientRect().top;
  return (/** @type {HTMLElement[]} */ entries) => {
    const read = list.scrollTop < 0 ? entries.find((one) => one.isConnected && one.getBoundingClientRect().bottom > top(list)) : undefined;
    const before = read && top(read);
    list.replaceChildren(...entries);
    if (read && before !== undefined) list.scrollTop += top(read) - before;
  };
}

/** @param {HTMLElement} list */
function overflows(list) {
  return list.scrollHeight > list.clientHeight + 1;
}
