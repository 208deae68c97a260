// @ts-check
// A seat played from a phone: the touch interface of that seat, and its screen with three keys, for the person who scanned the code.
//
// Invariant: the table knows this phone by its cookie, so this page has no secret. join.js takes the code and says why a phone
// plays no seat.

import { at, element } from "/static/element.js";
import { Events } from "/static/events/events.js";
import { Countdown } from "/static/countdown/countdown.js";
import { Hands } from "/static/seats/hands.js";
import { knock, look, onAsk, scannedCode } from "/static/phones/join.js";
import { openLink } from "/static/link.js";
import { readFrame, readText } from "/static/oled.js";
import { ReadableKeys } from "/static/seats/readable_keys.js";
import { Seat } from "/static/seats/seat.js";
import { readData } from "/static/touch/data.js";
import { Panel } from "/static/touch/panel.js";
import { Settings } from "/static/touch/settings.js";
import { heard, Sounds } from "/static/sounds/sounds.js";
import { keepAwake } from "/static/phones/wake_lock.js";

const KEYBOARD = ["ArrowLeft", "ArrowDown", "ArrowRight"];
const LOW = 520; // Pixels: up to this height the keys stand beside the picture, as phone.css has it.
const OTHERS = []; // Seats that are not here have no keys.

const keys = new ReadableKeys({
  send(key, down) {
    seat?.setDown(key, down);
    link?.send({ key, down });
  },
  covered: () => panel?.ownCovered,
  lifts: () => panel?.data?.lifts,
  onLift: (held) => panel?.cover.setLifted(held),
});
const hands = new Hands((_, key, down) => keys.change(key, down));
const settings = new Settings();
const sounds = new Sounds(settings);
const past = element("ol", { "aria-label": "What happened before, newest first" });
const events = new Events(past, { scrolls: true });
const countdown = new Countdown();
/** @type {Seat | null} */
let seat = null;
/** @type {Panel | null} */
let panel = null;
/** @type {ReturnType<typeof openLink> | null} */
let link = null;
/** @type {boolean | null} */
let awake = null;

function take(message) {
  events.take(message);
  if (message.type === "clock") countdown.take(message.clock);
  if (message.type === "cue" && seat) sounds.play(heard(message, [seat.number]));
  if (message.type !== "seat") return;
  if (seat?.number === message.seat) return;
  seat = new Seat(message.seat, KEYBOARD, hands);
  seat.setPlayer({ name: message.name, plays: true, acts: true, machine: false }, false);
  panel?.close();
  panel = new Panel({
    settings,
    sounds,
    countdown,
    send: (answer) => link?.send(answer) ?? false,
    press: (key) => hands.tap(message.seat, key),
    own: seat,
    past,
    onHide: () => hands.switchOff(message.seat),
    // The arrows are keys of the seat while its screen is shown; else they move about in the page.
    onOwn: (shown) => hands.assign(shown ? [...Array(message.seat).fill(OTHERS), KEYBOARD] : []),
  });
  at("seat").replaceChildren(panel.root);
  awake ??= keepAwake(settings);
  document.title = `${message.name} · Codebreakers' Companion`;
  fit();
}

/** The screen as wide as the phone, in whole pixels of the phone for each of the display's. */
function fit() {
  const tall = innerHeight > innerWidth;
  const keys = !tall && innerHeight <= LOW ? 230 : 0; // Beside the picture.
  const room = Math.min((innerWidth - 40 - keys) / 128, (innerHeight - (tall ? 220 : 150)) / 64, 6);
  const pixels = Math.max(Math.floor(room * devicePixelRatio), 1);
  document.body.style.setProperty("--pixel", `${pixels / devicePixelRatio}px`);
}

function open() {
  link = openLink("/ws/seat", {
    onText: take,
    onBytes(bytes) {
      const data = readData(bytes);
      if (data) return panel?.show(data);
      const text = readText(bytes);
      if (text) seat?.tell(text);
      else seat?.oled.show(readFrame(bytes));
    },
    onLost() {
      hands.releaseAll();
      if (panel?.data?.lifts) seat?.forget(); // The table cannot lower the Secrecy screen now.
      panel?.lost();
    },
    onEnd: close,
  });
}

/** The table has let this page go: its screen is dark. */
function close(reason) {
  link = null;
  seat = null;
  panel?.close();
  panel = null;
  at("seat").replaceChildren();
  knock(reason);
}

onAsk(open);
addEventListener("resize", fit);
addEventListener("hashchange", () => location.hash && location.reload());

const code = scannedCode();
if (code) look(code);
else open();
