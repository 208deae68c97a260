// @ts-check
// The middle of the table: the public view of the running game, drawn by that game's own board, and what else all may know.

import { boardOf, rulesOf } from "/static/boards/boards.js";
import { ClockBoard, Countdown } from "/static/countdown/countdown.js";
import { at, element, say } from "/static/element.js";
import { fit } from "/static/events/newest.js";
import { cards } from "/static/games/kits.js";
import { Recap } from "/static/recap.js";
import { morph } from "/static/touch/morph.js";

/** Shows what every page may know, in the elements #clock, #middle, #recap, #event, #fault, #phones and #club. */
export class Middle {
  constructor() {
    this.root = at("middle");
    this.event = at("event");
    this.fault = at("fault");
    this.recap = new Recap(at("recap"), () => this.show());
    this.phones = at("phones");
    this.club = at("club");
    this.rules = /** @type {HTMLAnchorElement | null} */ (document.querySelector('nav a[href="/rules"]'));
    this.names = []; // Of the table's places, or whatever a page calls the players.
    this.players = null; // Of the game's seats, where the table told them.
    this.view = null;
    /** @type {any} */
    this.pointing = null; // At what somebody points while a move is made.
    this.waiting = ""; // For whom the machine waits, because they have something to read.
    this.round = null; // That all read about, until they go on.
    this.said = ""; // What happened last.
    /** @type {readonly number[]} */
    this.handed_over = []; // The seats that the machine plays for somebody.
    /** @type {Record<string, string>} */
    this.absent = {}; // In the lobby: by place, what is said of those whose phones are away.
    this.number = 0;
    this.countdown = new Countdown();
    // The page of finished games has no clock.
    const root = at("clock");
    const name = (seat) => (this.players ?? this.names)[seat] ?? `Player ${seat + 1}`;
    this.clock = root && new ClockBoard(root, this.countdown, name);
    this.root.replaceChildren(element("h1", { className: "waiting" }, "Waiting for the table …"));
    this.again = () => this.show();
    /** @type {any} */
    this.aside = null; // What lies beside the board, once it is drawn.
    this.sizes = new ResizeObserver(() => requestAnimationFrame(() => this.fit()));
  }

  /** Take a message; true where it was one of the public things. */
  take(message) {
    switch (message.type) {
      case "hello":
        this.names = message.names;
        this.show();
        return false;
      case "public":
        this.players = message.names ?? null;
        this.handed_over = message.handed_over ?? [];
        this.absent = message.absent ?? {};
        this.number = message.number;
        this.view = message.view;
        this.show();
        this.clock?.show();
        return true;
      case "pointing":
        this.pointing = message.seat === null ? null : message;
        this.show();
        return true;
      case "waiting":
        this.waiting = message.words;
        this.show();
        return true;
      case "clock":
        this.countdown.take(message.clock);
        return true;
      case "event":
        this.said = message.text;
        this.tell();
        return true;
      case "recap":
        this.round = message.recap;
        this.tell();
        this.show();
        return true;
      case "fault":
      case "phones":
      case "club":
        this[message.type].hidden = message.text === null;
        say(this[message.type], message.text ?? "");
        return true;
      default:
        return false;
    }
  }

  /** Draw the newest view, once the board of its game is loaded. */
  show() {
    const { root, view, number, pointing, handed_over, absent } = this;
    if (!view) return;
    if (this.rules) this.rules.href = rulesOf(view.chosen ?? view.game);
    const board = boardOf(view.game, this.again);
    if (!board) return;
    const { main, side, ...drawn } = board.draw({ view, names: this.players ?? this.names, pointed: pointing, handed_over, absent }, null);
    this.tell();
    const head = this.goesOn ? [cards[view.game]?.title ?? "", `${this.round.title} is over`] : drawn.head;
    morph(root, [
      element("header", { className: "state" }, element("span", { className: "game" }, head[0]), element("h1", { className: "turn" }, pointing?.words ?? (this.goesOn ? head[1] : this.waiting || head[1]))),
      // The board of the next round is empty: it would look as if what was played had been wiped away unread.
      element("div", { className: "main" }, ...(this.goesOn ? [] : main)),
      element("div", { className: "aside" }, ...(this.goesOn ? [] : side)),
    ]);
    root.dataset.game = view.game;
    root.toggleAttribute("data-ended", this.goesOn);
    root.dataset.seats = view.seats;
    root.dataset.number = String(number);
    if (!this.aside) this.sizes.observe((this.aside = root.lastElementChild));
    this.fit();
  }

  /** How the last round ended, and what happened since. */
  tell() {
    const game = this.view?.game;
    this.recap.show(this.round, game, game && this.round && boardOf(game, this.again));
    say(this.event, this.goesOn ? `${this.round.title} is over.` : this.said);
  }

  /** Whether the page shows how a round ended after which the game goes on: nothing is said of the next one yet. */
  get goesOn() {
    return this.round !== null && this.recap.root?.hidden === false && this.view?.winners === null;
  }

  /** Lists show as many of their newest lines as there is room for. */
  fit() {
    for (const list of this.root.querySelectorAll("[data-rest]")) fit(list, (count) => list.dataset.rest.replace("#", String(count)));
  }
}
