// A seat played from a phone: that seat's screen and its three keys, for the person who scanned the code.
//
// Invariant: the table knows this phone by its cookie, so this page has no secret. join.js takes the code and says why a phone
// plays no seat.

import { Hands } from "/static/hands.js";
import { join, knock, onAsk, scannedCode } from "/static/join.js";
import { openLink } from "/static/link.js";
import { readFrame } from "/static/oled.js";
import { Seat } from "/static/seat.js";

const KEYBOARD = ["ArrowLeft", "ArrowDown", "ArrowRight"];
const OTHERS = ["1", "2", "3"]; // Of seats that are not here.

const hands = new Hands((_, key, down) => {
  seat?.setDown(key, down);
  link?.send({ key, down });
});
let seat = null;
let link = null;

function take(message) {
  if (message.type !== "seat") return;
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
  link = openLink("/ws/seat", {
    onText: take,
    onBytes: (bytes) => seat?.oled.show(readFrame(bytes)),
    onLost: () => hands.releaseAll(),
    onEnd: close,
  });
}

/** The table has let this page go: its screen is dark. */
function close(reason) {
  link = null;
  seat = null;
  document.getElementById("seat").replaceChildren();
  knock(reason);
}

onAsk(open);
addEventListener("resize", fit);
addEventListener("hashchange", () => location.hash && location.reload());

const code = scannedCode();
if (code) join(code, "", open);
else open();
