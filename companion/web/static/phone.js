// A seat played from a phone: that seat's screen and its three keys, for the person who scanned the code.
//
// Invariant: the code is in the fragment of the address, which a browser never sends, and is removed from it at once. Only this
// tab has the session that the code is redeemed for: a reload goes on, another browser cannot.

import { say } from "/static/element.js";
import { Hands } from "/static/hands.js";
import { openLink } from "/static/link.js";
import { readFrame } from "/static/oled.js";
import { Seat } from "/static/seat.js";

const MEMORY = "seat session";
const KEYBOARD = ["ArrowLeft", "ArrowDown", "ArrowRight"];
const OTHERS = []; // Seats that are not here have no keys.

const door = document.getElementById("door");
const ask = document.getElementById("ask");
const hands = new Hands((_, key, down) => {
  seat?.setDown(key, down);
  link?.send({ key, down });
});
let seat = null;
let link = null;
let code = decodeURIComponent(location.hash.slice(1));
if (code) {
  sessionStorage.removeItem(MEMORY);
  history.replaceState(null, "", location.pathname.toLowerCase());
}

function take(message) {
  if (message.type !== "seat") return;
  code = "";
  sessionStorage.setItem(MEMORY, message.session);
  if (seat?.number === message.seat) return;
  seat = new Seat(message.seat, KEYBOARD, hands, () => {});
  seat.setPlayer({ name: message.name, plays: true, acts: true }, false);
  hands.assign([...Array(message.seat).fill(OTHERS), KEYBOARD]);
  document.getElementById("seat").replaceChildren(seat.root);
  document.title = `${message.name} · Codebreakers' Companion`;
  fit();
}

/** The screen as wide as the phone, in whole pixels of the phone for each of the display's. */
function fit() {
  const tall = innerHeight > innerWidth;
  const room = Math.min((innerWidth - 40) / 128, (innerHeight - (tall ? 220 : 150)) / 64, 6);
  const pixels = Math.max(Math.floor(room * devicePixelRatio), 1);
  document.body.style.setProperty("--pixel", `${pixels / devicePixelRatio}px`);
}

function open() {
  door.hidden = true;
  link = openLink("/ws/seat", {
    greeting: () => (code ? { code } : { session: sessionStorage.getItem(MEMORY) }),
    onText: take,
    onBytes: (bytes) => seat?.oled.show(readFrame(bytes)),
    onLost: () => hands.releaseAll(),
    onEnd: close,
  });
}

/** The table has let this page go: its screen is dark, and its secret is worth nothing. */
function close(reason) {
  link = null;
  seat = null;
  code = "";
  sessionStorage.removeItem(MEMORY);
  document.getElementById("seat").replaceChildren();
  knock(reason);
}

function knock(reason) {
  document.body.dataset.link = "ended";
  say(document.getElementById("said"), reason);
  door.hidden = false;
}

ask.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = document.getElementById("code");
  code = field.value.trim();
  field.value = "";
  if (code) open();
});
addEventListener("resize", fit);
addEventListener("hashchange", () => location.hash && location.reload());

if (code || sessionStorage.getItem(MEMORY)) open();
else knock("When the screen of a seat does not answer, a neighbour's screen shows a code: scan it, or write it here.");
