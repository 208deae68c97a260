// @ts-check
// Taking a seat with a phone: the code, the player's name, and what the table says to them.
//
// Invariant: the code is in the fragment of the address, which a browser never sends, and is removed from it at once. What the
// phone gets for it is a cookie that no script can read; a reload, an empty battery or a restart of the table lose nothing.

import { at, say } from "/static/element.js";
import { post } from "/static/post.js";

const door = at("door");
const said = at("said");
const ask = at("ask");
const field = { code: at("code"), name: at("name") };

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

/** Ask for a code, because of `reason`, or for the name where the code is known; `code`: what was entered, to be corrected. */
export function knock(reason, { code = "", isKnown = false } = {}) {
  document.body.dataset.link = "ended";
  say(said, reason);
  door.hidden = false;
  field.code.value = code;
  for (const [key, hidden] of [["code", isKnown], ["name", !isKnown]]) {
    for (const part of door.querySelectorAll(`[data-asks="${key}"]`)) part.hidden = hidden;
  }
  field[isKnown ? "name" : "code"].focus();
}

/** Send a code. `onSeat()`: the phone has a seat now. */
export async function join(code, name, onSeat) {
  const answer = await post("/seat/join", name ? { code, name } : { code });
  const isKnown = answer.needs === "name";
  if (answer.error) knock(answer.error, { code, isKnown });
  else if (isKnown) knock("The seat is free. Who plays?", { code, isKnown });
  else {
    door.hidden = true;
    field.code.value = field.name.value = "";
    onSeat();
  }
}

/** Send what was written, from now on. */
export function onAsk(onSeat) {
  ask.addEventListener("submit", (event) => {
    event.preventDefault();
    const [code, name] = [field.code.value.trim(), field.name.value.trim()];
    if (code) join(code, name, onSeat);
  });
}
