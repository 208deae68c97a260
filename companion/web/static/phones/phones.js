// @ts-check
// The page of this machine for seats on phones: who plays each, their codes, a new code, and the way back to a panel.

import { inWords, joinCard } from "/static/codes.js";
import { at, element, say } from "/static/element.js";
import { openLink } from "/static/link.js";
import { post } from "/static/post.js";

const said = at("said");
const list = at("seats");
/** @type {any} */
let board = null;
/** @type {Map<number, string>} The names of those who play, by place. */
let players = new Map();
/** @type {number | null} The seat whose phone would be put out, while that is asked. */
let asked = null;

/** Who plays where, by the public view of a game or of the lobby. */
export function playersOf({ view, names = [], places = [] }) {
  const sitting = view.game === "lobby" ? view.players.filter((one) => one.joined).map((one) => [one.seat, one.name]) : places.map((place, seat) => [place, names[seat]]);
  return new Map(sitting);
}

async function renew({ seat, has_panel: hasPanel }) {
  asked = null;
  const answer = await post("/phones/code", { seat });
  say(said, answer.error ?? (hasPanel ? `Seat ${seat + 1} is played at its panel again.` : `Seat ${seat + 1} has a new code.`));
  show();
}

function show() {
  if (!board) return;
  const { page, seats } = board;
  const { seat, act } = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset ?? {};
  list.replaceChildren(...seats.map((one) => entry(page, one)));
  if (seat === undefined) return;
  const again = list.querySelector(`button[data-seat="${seat}"][data-act="${act}"]`) ?? list.querySelector(`button[data-seat="${seat}"]`);
  /** @type {HTMLElement | null} */ (again)?.focus();
}

function entry(page, one) {
  const player = one.state === "free" ? "" : players.get(one.seat);
  const about = element("p", {}, element("strong", {}, `Seat ${one.seat + 1}${player ? `, ${player}` : ""}`), `: ${inWords(one.state)}`);
  return element("li", { "data-state": one.state }, about, one.qr ? joinCard(page, one) : "", ...(asked === one.seat ? question(one, player) : [first(one)]));
}

/** What gives a seat a new code. Where a phone has the seat, it is asked before. */
function first(one) {
  const press = () => {
    if (one.state === "free") return renew(one);
    asked = one.seat;
    show();
    /** @type {HTMLElement | null} */ (list.querySelector('button[data-act="keep"]'))?.focus();
  };
  return button(one, "new", one.has_panel ? "Back to its panel" : "New code", press);
}

function question(one, player) {
  const keep = () => {
    asked = null;
    show();
  };
  const words = `${player ? `${player}'s phone` : "The phone of this seat"} plays this seat no more then.`;
  return [element("p", { role: "alert" }, words), button(one, "keep", "Keep the phone", keep), button(one, "yes", one.has_panel ? "Back to its panel" : "Give a new code", () => renew(one))];
}

function button({ seat }, act, label, press) {
  const made = element("button", { type: "button", "data-seat": seat, "data-act": act }, label);
  made.addEventListener("click", press);
  return made;
}

openLink("/ws/table", {
  onText(message) {
    if (message.type === "public") players = playersOf(message);
    else if (message.type === "join") {
      if (!board && message.page === null) say(said, "No phone reaches this table: its page is open to this machine only.");
      board = message;
    }
    else return;
    if (!board?.seats.some((one) => one.seat === asked && one.state !== "free")) asked = null;
    show();
  },
});
