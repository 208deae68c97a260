// @ts-check
// A tournament that follows what happens: its part "live" is taken from the page again when the club says that something has
// changed, but not while somebody fills in a form there. And the clock counts down between.

import { at, say } from "/static/element.js";

const SPREAD_MS = 2000; // Many pages do not all ask in the same moment.

/** What is left, as 12:05 or 1:02:05. @param {number} seconds */
export function left(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, "0"));
  return whole >= 3600 ? [Math.floor(whole / 3600), ...parts].join(":") : parts.join(":");
}

/** Show what is left of the round. The club's clock counts, not this machine's. @param {number} loaded */
function tick(loaded) {
  const clock = /** @type {HTMLElement | null} */ (document.querySelector(".clock[data-deadline]"));
  const shown = clock?.querySelector("b");
  if (!clock || !shown) return;
  const now = Number(clock.dataset.now) + (performance.now() - loaded) / 1000;
  const seconds = Number(clock.dataset.deadline) - now;
  clock.classList.toggle("over", seconds <= 0);
  say(shown, seconds > 0 ? left(seconds) : "Time is over");
}

const live = at("live");
let loaded = performance.now();
let turn = live.dataset.turn;
let isStale = false;

/** Somebody fills in a form in the part that follows, or presses a button there: a touch has the focus only at its end. */
function isBusy() {
  const focused = live.contains(document.activeElement) && document.activeElement?.closest("form, details");
  return Boolean(focused || live.querySelector("button:active"));
}

async function renew() {
  live.toggleAttribute("data-waits", isStale && isBusy());
  if (!isStale || isBusy()) return;
  isStale = false;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
  if (!fresh || isBusy()) {
    isStale = true;
    return;
  }
  const open = new Set([...live.querySelectorAll("details[open]")].map((one) => one.id));
  for (const one of fresh.querySelectorAll("details")) if (open.has(one.id)) one.open = true;
  live.replaceChildren(...fresh.childNodes);
  loaded = performance.now();
  tick(loaded);
}

for (const end of ["focusout", "pointerup", "pointercancel"]) live.addEventListener(end, () => setTimeout(renew));
setInterval(() => tick(loaded), 250);
tick(loaded);
const source = new EventSource(live.dataset.follows);
source.addEventListener("message", ({ data }) => {
  const before = turn;
  turn = data;
  if (before === data) return;
  isStale = true;
  setTimeout(renew, SPREAD_MS * Math.random());
});
