// A list that shows its newest entries: as many as fit into its box, and a line that counts the rest.
//
// Its first entry is the newest. In a box without a bound, as on a page that scrolls, all of them are shown.

import { element } from "/static/element.js";

/** What shows entries in `list`; `rest(number)` says how many are not shown (without it, nothing does). */
export function newest(list, rest = null) {
  const more = element("li", { className: "more" });

  function fit() {
    const entries = [...list.children].filter((one) => one !== more);
    more.remove();
    for (const one of entries) one.hidden = false;
    if (!overflows(list)) return;
    if (rest) list.append(more);
    let hidden = 0;
    while (hidden < entries.length && (hidden === 0 || overflows(list))) {
      hidden += 1;
      entries[entries.length - hidden].hidden = true;
      if (rest) more.textContent = rest(hidden);
    }
    if (overflows(list)) more.remove(); // There is no room for a single line.
  }

  new ResizeObserver(fit).observe(list);
  return (entries) => {
    list.replaceChildren(...entries);
    fit();
  };
}

function overflows(list) {
  return list.scrollHeight > list.clientHeight + 1;
}
