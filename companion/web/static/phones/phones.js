// @ts-check
// The page of this machine for seats on phones: their codes, a new code for each, and the way back to a panel.

import { inWords, joinCard } from "/static/codes.js";
import { at, element, say } from "/static/element.js";
import { openLink } from "/static/link.js";
import { post } from "/static/post.js";

const said = at("said");
const list = at("seats");

async function renew({ seat, has_panel: hasPanel }) {
  const answer = await post("/phones/code", { seat });
  say(said, answer.error ?? (hasPanel ? `Seat ${seat + 1} is played at its panel again.` : `Seat ${seat + 1} has a new code.`));
}

function show({ page, seats }) {
  if (page === null) say(said, "No phone reaches this table: its page is open to this machine only.");
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.seat;
  list.replaceChildren(...seats.map((one) => entry(page, one)));
  if (focused !== undefined) list.querySelector(`button[data-seat="${focused}"]`)?.focus();
}

function entry(page, one) {
  const button = element("button", { type: "button", "data-seat": one.seat }, one.has_panel ? "Back to its panel" : "New code");
  button.addEventListener("click", () => renew(one));
  const about = element("p", {}, element("strong", {}, `Seat ${one.seat + 1}`), `: ${inWords(one.state)}`);
  return element("li", { "data-state": one.state }, about, one.qr ? joinCard(page, one) : "", button);
}

openLink("/ws/table", { onText: (message) => message.type === "join" && show(message) });
