// @ts-check
// The bench page: every seat around the table with its screen and keys, and the public view in the middle.

import { at, element, say } from "/static/element.js";
import { Events } from "/static/events/events.js";
import { Die } from "/static/die/die.js";
import { Hands } from "/static/seats/hands.js";
import { Hints } from "/static/seats/hints.js";
import { openLink } from "/static/link.js";
import { Middle } from "/static/middle.js";
import { readFrame, readText } from "/static/oled.js";
import { PassOn } from "/static/seats/pass.js";
import { places, sharePage } from "/static/seats/places.js";
import { LEAST, largest } from "/static/seats/scale.js";
import { Seat } from "/static/seats/seat.js";

const SHARED = "People at this screen see each other's secrets.";
const PASSED = "In a game secrets are covered: this page says to whom to give the computer.";
const ALL_COVERED = "All seats are covered. Uncover yours while nobody else looks.";
const MIDDLE = 396; // The least width of the middle, in CSS pixels,
const BOARD = 540; // and where nobody looks at a screen, since all play by touch or are the machine.

const middle = new Middle();
const hands = new Hands(
  (seat, key, down) => {
    seats[seat]?.setDown(key, down);
    hints.key(seat, key, down);
    link.send({ seat, key, down });
  },
  { isReadable: (seat) => seats[seat]?.isReadable },
);
const hints = new Hints(at("hint"));
const events = new Events(at("events"), { scrolls: true });
const log = /** @type {HTMLDetailsElement} */ (at("events").parentElement);
const centre = /** @type {HTMLElement} */ (document.querySelector(".centre"));
const die = new Die(at("die"), (message) => link.send(message));
const shared = { root: at("shared"), text: element("span"), button: element("button", { type: "button" }, "Cover all seats") };
shared.root.append(shared.text, shared.button);
shared.button.addEventListener("click", () => {
  for (const seat of seats) seat.shut(true);
});
let seats = [];
/** @type {typeof import("/static/touch/card.js") | null} */
let cards = null; // The scripts of touch, once they are there.
let arranged = "";
let called = [];
let playing = ""; // Who plays with keys, and who by touch.
let passes = false; // The page is given from player to player.
/** @type {any} */
let game = null;
let asked = []; // The places whose turn it is.

/** Place the seats clockwise as seen from above: up the left side, over, and down the right side. */
function arrange({ names, keyboard, secrecy = "open" }) {
  called = names;
  passes = secrecy === "pass";
  const canLift = (hints.canLift = secrecy === "lift");
  const order = JSON.stringify([names, keyboard]);
  if (order === arranged) return;
  arranged = order;
  hands.assign(keyboard);
  for (const seat of seats) seat.leave();
  const heard = { onName: enterName, onShut: tellShared, onTouch: changed, onChoose: () => hints.learn("touch") };
  seats = names.map((_, number) => new Seat(number, keyboard[number], hands, heard));
  for (const seat of seats) {
    seat.setLifts(canLift);
    // Its scripts are loaded where a card is switched to it.
    seat.offerTouch(async (kept) => {
      const { openCard } = (cards = await import("/static/touch/card.js"));
      const { number } = seat;
      return openCard(number, (key) => hands.tap(number, key), () => hands.switchOff(number), middle.countdown, kept);
    });
  }
  const onTheLeft = Math.ceil(seats.length / 2);
  at("left").replaceChildren(...seats.slice(0, onTheLeft).map((seat) => seat.root));
  at("right").replaceChildren(...seats.slice(onTheLeft).map((seat) => seat.root));
  document.body.dataset.seats = String(seats.length);
  label();
  fit();
}

/** Show at every place who plays there and who is to act. */
function seatPlayers() {
  const sitting = places(called, game);
  const open = game?.view.game === "lobby";
  seats.forEach((one, place) => one.setPlayer(sitting[place], open));
  // Who plays alone, against the machine, has no keys to learn.
  const people = seats.filter((_, place) => sitting[place].plays && !sitting[place].machine);
  if (game && !open && people.length === 1 && people[0].suggestTouch()) hints.nowByTouch();
  // What luck decides meanwhile belongs to the turn.
  if (!game?.view.to_act?.includes("chance")) {
    for (const place of asked) if (!sitting[place]?.acts) hands.switchOff(place);
    asked = sitting.flatMap(({ acts }, place) => (acts ? [place] : []));
  }
  die.call(sitting.map(({ name }) => name));
  tellShared();
  changed();
}

/** A seat was perhaps switched to touch, or back to its keys. */
function changed() {
  const kinds = seats.map((seat) => [seat.hasKeys, seat.root.classList.contains("touched")]).join();
  if (kinds === playing) return;
  playing = kinds;
  hints.setKeys(hasKeys());
  fit();
}

const hasKeys = () => seats.some((seat) => seat.hasKeys);

/** In the lobby several people at one page read that they pass it on, or that they see each other's secrets and can cover them. Where
 * the Secrecy screen does that, they need no more. */
function tellShared() {
  // Where the page itself covers what is secret, a second cover explains nothing.
  if (passes && sharePage(game)) for (const seat of seats) seat.cover.hidden = !seat.isShut;
  const covered = seats.every((seat) => seat.isShut);
  shared.root.hidden = hints.canLift || !sharePage(game);
  shared.button.hidden = covered || passes;
  say(shared.text, passes ? PASSED : covered ? ALL_COVERED : SHARED);
}

/** A name was written above a seat's screen; false: it could not be sent. */
function enterName(place, text) {
  return link.send({ name: { seat: place, text } });
}

/** Show on the seats' keys what is printed on the keyboard's. */
function label() {
  for (const seat of seats) seat.label(hands.keyboard);
}

/** The largest screens that the room allows: first as large as can be, then smaller, while something would not fit. In a window of
 * 3840 by 2160 all is twice as large as in one of 1920 by 1080. */
function fit() {
  placeLog();
  const times = innerWidth >= 3200 && innerHeight >= 1800 ? 2 : 1;
  const pixel = times * (largest(devicePixelRatio * times, (one) => fits(times * one, times)) ?? LEAST);
  document.body.style.setProperty("--pixel", `${pixel}px`);
}

/** The log is open at the right, below the screen of the only seat there; where there is no such room, it opens over the foot of the
 * middle. The board has the same size in both. */
function placeLog() {
  const right = at("right");
  const hasRoom = !isStacked() && seats.length <= 2 && !right.querySelector(".touched");
  const place = hasRoom ? right : centre;
  if (log.parentElement === place) return;
  place.append(log);
  log.open = hasRoom;
}

/** The window is small: the seats come first, in their order, and the page scrolls. */
const isStacked = () => getComputedStyle(at("left")).display === "contents";

function fits(pixel, times) {
  document.body.style.setProperty("--pixel", `${pixel}px`);
  if (isStacked()) return pixel === LEAST; // Then the page scrolls, and as much as possible shall be in sight.
  const { scrollWidth, scrollHeight } = document.documentElement;
  const sides = ["left", "right"].every((side) => at(side).scrollHeight <= at(side).clientHeight + 1);
  return scrollWidth <= innerWidth && scrollHeight <= innerHeight && sides && centre.clientWidth >= (hasKeys() ? MIDDLE : BOARD) * times;
}

const passOn = new PassOn((place) => link.send({ given: place }));
const link = openLink("/ws/bench", {
  onText(message) {
    if (message.type === "hello") arrange(message);
    if (message.type === "public") hints.at((game = message));
    if (message.type === "hello" || message.type === "public") seatPlayers();
    if (message.type === "pass") passOn.show(message, at("event").textContent ?? "");
    if (message.type === "cue") cards?.hear(message);
    middle.take(message);
    events.take(message);
    die.take(message);
  },
  onBytes(bytes) {
    const text = readText(bytes);
    if (text) return seats[text.seat]?.tell(text);
    const frame = readFrame(bytes);
    seats[frame.seat]?.oled.show(frame);
  },
  onLost: () => hands.releaseAll(),
});
addEventListener("resize", fit);
hands.keyboard.learn().then(label);
