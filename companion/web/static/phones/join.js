// Taking a seat with a phone: the code, the player's name, and what the table says to them.
//
// Invariant: the code is in the fragment of the address, which a browser never sends, and is removed from it at once. What the
// phone gets for it is a cookie that no script can read; a reload, an empty battery or a restart of the table lose nothing.

import { say } from "/static/element.js";
import { post } from "/static/post.js";

const door = document.getElementById("door");
const said = document.getElementById("said");
const ask = document.getElementById("ask");
const field = { code: document.getElementById("code"), name: document.getElementById("name") };

/** The code that the page was opened with; empty where there is none. */
export function scannedCode() {
  const code = decodeURIComponent(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname.toLowerCase());
  return code;
}

/** Ask for a code, because of `reason`, or for the name where the code is known. */
export function knock(reason, { code = "" } = {}) {
  document.body.dataset.link = "ended";
  say(said, reason);
  door.hidden = false;
  field.code.value = code;
  for (const [key, hidden] of [["code", Boolean(code)], ["name", !code]]) {
    for (const part of door.querySelectorAll(`[data-asks=${key}]`)) part.hidden = hidden;
  }
  field[code ? "name" : "code"].focus();
}

/** Send a code. `onSeat()`: the phone has a seat now. */
export async function join(code, name, onSeat) {
  const answer = await post("/seat/join", name ? { code, name } : { code });
  if (answer.error) knock(answer.error, { code: answer.needs === "name" ? code : "" });
  else if (answer.needs === "name") knock("The seat is free. Who plays?", { code });
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
