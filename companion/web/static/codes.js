// @ts-check
// The codes of free seats: a QR code for each, with the address and the code in letters below it.

import { element } from "/static/element.js";

const EDGE = 4; // Light modules around a QR code, as its standard asks for.
const SVG = "http://www.w3.org/2000/svg";
const NOBODY = "Every seat has a phone, and all of them are away. Open the page on yours again. For another phone, make a new code on the page /phones of the computer that runs the table.";
const IN_WORDS = { free: "free", here: "on a phone", away: "its phone is away" };

/** What a seat's state is called. */
export const inWords = (state) => IN_WORDS[state];

/** The codes in `root`, for a page that shows the table. In a running game only those of seats that it needs. */
export class Codes {
  constructor(root) {
    this.root = root;
    this.board = null;
    this.game = null;
  }

  take(message) {
    if (message.type === "join") this.board = message;
    else if (message.type === "public") this.game = message;
    else return;
    const seats = this.board?.seats ?? [];
    const free = seats.filter((one) => one.qr && this.wants(one.seat));
    const wifi = free.length && this.board.wifi;
    const nobody = this.board?.page && this.game?.view.game === "lobby" && seats.length && seats.every((one) => one.state === "away");
    const shown = JSON.stringify([this.board?.page, wifi, free, nobody]);
    if (shown === this.root.dataset.shown) return;
    this.root.dataset.shown = shown;
    this.root.hidden = !free.length && !nobody;
    if (nobody) return this.root.replaceChildren(element("p", { className: "how" }, NOBODY));
    const cards = free.map((one) => joinCard(this.board.page, one));
    const network = wifi ? `Join the Wi-Fi ${wifi.name} first${wifi.password && ` (password ${wifi.password})`}. ` : "";
    const how = `${network}Scan a code with a phone, or type it at ${this.board?.page}`;
    const modules = [...(wifi ? [wifi] : []), ...free].reduce((sum, one) => sum + sideOf(one.qr), 0);
    this.root.style.setProperty("--all-modules", modules); // By which a page can tell how large a module may be.
    this.root.replaceChildren(element("p", { className: "how" }, how), ...(wifi ? [wifiCard(wifi)] : []), ...cards);
  }

  wants(seat) {
    return !this.game || this.game.view.game === "lobby" || (this.game.places ?? []).includes(seat);
  }
}

/** How many modules a QR code and its border have. */
const sideOf = (rows) => rows.length + 2 * EDGE;

/** One free seat: `one` is its entry in a message of the type join. */
export function joinCard(page, one) {
  const card = element(
    "figure",
    { className: "join", "data-join": one.seat },
    qrCode(one.qr, `The code of seat ${one.seat + 1}`),
    element(
      "figcaption",
      {},
      // Who reads this page on a phone taps instead.
      element("a", { href: `/seat#${one.code.replaceAll(" ", "")}` }, `Seat ${one.seat + 1}`, element("span", { className: "scan" }, ": scan and play")),
      // Too long for a line it breaks before its path, where a reader loses no letter.
      element("span", { className: "address" }, page.replace(/\/[^/]*$/, ""), element("wbr"), page.match(/\/[^/]*$/)?.[0] ?? ""),
      element("code", {}, one.code),
    ),
  );
  return sized(card, one.qr);
}

/** The Wi-Fi network that a phone joins first. */
function wifiCard({ name, password, qr }) {
  const card = element(
    "figure",
    { className: "join", "data-wifi": true },
    qrCode(qr, "The code of the Wi-Fi network"),
    element(
      "figcaption",
      {},
      element("strong", {}, "First: Wi-Fi"),
      element("span", { className: "address" }, name),
      element("code", { className: "address" }, password),
    ),
  );
  return sized(card, qr);
}

/** A card that tells its style how many modules its code has. */
function sized(card, qr) {
  card.style.setProperty("--modules", sideOf(qr));
  return card;
}

/** A QR code from its rows of 0 and 1, as a picture with a light border. */
export function qrCode(rows, label) {
  const side = sideOf(rows);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.setAttribute("shape-rendering", "crispEdges");

  svg.classList.add("qr");
  const dark = document.createElementNS(SVG, "path");
  const lines = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index + EDGE} ${y + EDGE}h${run.length}v1h-${run.length}z`),
  );
  dark.setAttribute("d", lines.join(""));
  svg.append(dark);
  return svg;
}
