// The bench page: every seat around the table with its screen and keys, and the public view in the middle.

import { Die } from "/static/die.js";
import { Hands } from "/static/hands.js";
import { openLink } from "/static/link.js";
import { Middle } from "/static/middle.js";
import { readFrame } from "/static/oled.js";
import { places } from "/static/places.js";
import { Seat } from "/static/seat.js";

const middle = new Middle();
const hands = new Hands((seat, key, down) => {
  seats[seat]?.setDown(key, down);
  link.send({ seat, key, down });
});
const die = new Die(document.getElementById("die"), (message) => link.send(message));
let seats = [];
let arranged = "";
let called = [];
let game = null;

/** Place the seats clockwise as seen from above: up the left side, over, and down the right side. */
function arrange({ names, keyboard }) {
  called = names;
  const order = JSON.stringify([names, keyboard]);
  if (order === arranged) return;
  arranged = order;
  hands.assign(keyboard);
  seats = names.map((_, number) => new Seat(number, keyboard[number], hands, enterName));
  for (const seat of seats) {
    // Its scripts are loaded where a card is switched to it.
    seat.offerTouch(async () => {
      const { openCard } = await import("/static/touch/card.js");
      return openCard(seat.number, (key) => hands.tap(seat.number, key));
    });
  }
  const onTheLeft = Math.ceil(seats.length / 2);
  document.getElementById("left").replaceChildren(...seats.slice(0, onTheLeft).reverse().map((seat) => seat.root));
  document.getElementById("right").replaceChildren(...seats.slice(onTheLeft).map((seat) => seat.root));
  document.body.dataset.seats = seats.length;
  fit();
}

/** Show at every place who plays there and who is to act. */
function seatPlayers() {
  const sitting = places(called, game);
  const open = game?.view.game === "lobby";
  seats.forEach((one, place) => one.setPlayer(sitting[place], open));
  die.call(sitting.map(({ name }) => name));
}

/** A name was written above a seat's screen. */
function enterName(place, text) {
  link.send({ name: { seat: place, text } });
}

/** The largest screens that the room allows, a whole number of the display's own pixels for each of theirs. */
function fit() {
  const rows = Math.ceil(seats.length / 2) || 1;
  const narrow = matchMedia("(max-width: 820px)").matches;
  const middle = Math.max(0.28 * innerWidth, seats.length > 2 ? 460 : 370);
  const width = narrow ? innerWidth - 62 : (innerWidth - middle - 64) / 2 - 36;
  const height = narrow ? Infinity : (innerHeight - 40) / rows - 128;
  const room = Math.min(width / 128, height / 64, 4);
  const pixels = Math.max(Math.floor(room * devicePixelRatio), Math.ceil(1.5 * devicePixelRatio));
  document.body.style.setProperty("--pixel", `${pixels / devicePixelRatio}px`);
}

const link = openLink("/ws/bench", {
  onText(message) {
    if (message.type === "hello") arrange(message);
    if (message.type === "public") game = message;
    if (message.type === "hello" || message.type === "public") seatPlayers();
    middle.take(message);
    die.take(message);
  },
  onBytes(bytes) {
    const frame = readFrame(bytes);
    seats[frame.seat]?.oled.show(frame);
  },
  onLost: () => hands.releaseAll(),
});
addEventListener("resize", fit);
