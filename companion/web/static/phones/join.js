// @ts-check
// Taking a seat with a phone: the code, what it is good for, the player's name, and what the table says to them.
//
// Invariant: the code is in the fragment of the address, which a browser never sends, and is removed from it at once. What the
// phone gets for it is a cookie that no script can read; a reload, an empty battery or a restart of the table lose nothing.

import { at, say } from "/static/element.js";
import { post } from "/static/post.js";

const TYPED = 8; // Letters of a code that was typed, with what stands between its groups. One that was scanned is longer.

const door = at("door");
const said = at("said");
const ask = at("ask");
const submit = at("submit");
const field = { code: at("code"), name: at("name") };
let known = ""; // The code that is good, once the table has said what for.

/** The code that the page was opened with; empty where there is none. */
export function scannedCode() {
  const written = location.hash.slice(1);
  if (location.hash) history.replaceState(null, "", location.pathname.toLowerCase());
  try {
    return decodeURIComponent(written);
  } catch {
    return written; // The table says what is wrong with it.
  }
}

/** Ask for a code, because of `reason`; what was typed stays in its field, to be corrected. */
export function knock(reason, code = "") {
  known = "";
  field.code.value = code.length <= TYPED ? code : "";
  show(reason, ["code"]);
}

/** Say what a code is good for, and ask who plays or whether to sit down. */
export async function look(code) {
  const offer = await post("/seat/look", { code });
  if (offer.error) return knock(offer.error, code);
  known = code;
  field.name.value = "";
  show(inWords(offer), ["seat", ...(offer.asks_name ? ["name"] : [])]);
}

/** What a person reads before they sit down. */
export function inWords({ seat, asks_name: asksName, player, game, is_played: isPlayed }) {
  const what = game ? `${game} is ${isPlayed ? "being played" : "set up"}.` : "No game is chosen yet.";
  const table = `Seat ${seat + 1} of the table ${location.host}. ${what}`;
  return `${table}${asksName ? " Who plays?" : player ? ` You play on as ${player}.` : ""}`;
}

/** Send the code that is known. `onSeat()`: the phone has a seat now. */
async function join(name, onSeat) {
  const answer = await post("/seat/join", name ? { code: known, name } : { code: known });
  if (answer.needs === "name") show(answer.error, ["seat", "name"]);
  else if (answer.error) knock(answer.error, known);
  else {
    door.hidden = true;
    known = field.code.value = field.name.value = "";
    onSeat();
  }
}

/** The door with what is asked: the parts for `asked` are in sight, and the first field has the focus. */
function show(words, asked) {
  document.body.dataset.link = "ended";
  say(said, words);
  door.hidden = false;
  for (const part of door.querySelectorAll("[data-asks]")) part.hidden = !asked.includes(part.getAttribute("data-asks"));
  const isKnown = asked.includes("seat");
  submit.textContent = isKnown ? "Play this seat" : "Next";
  (asked.includes("name") ? field.name : isKnown ? submit : field.code).focus();
}

/** Send what was written, from now on. */
export function onAsk(onSeat) {
  ask.addEventListener("submit", (event) => {
    event.preventDefault();
    const code = field.code.value.trim();
    if (known) join(field.name.value.trim(), onSeat);
    else if (code) look(code);
  });
  at("other").addEventListener("click", () => knock("Scan the code of a seat, or write it here."));
}
