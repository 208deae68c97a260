// The middle of the table: the public view of the running game, drawn by that game's own file.
//
// A game's file exports `draw(root)`, which fills the empty `root` and returns `show(view, names)`, and may export `rules`, the
// path of the page with its rules. The table generates games.js, which finds the file of a game; generic.js draws a game that has none.

import { ClockBoard, Countdown } from "/static/countdown/countdown.js";
import { element, say } from "/static/element.js";
import { drawOf, rulesOf } from "/static/games.js";
import { Recap } from "/static/recap.js";

/** Shows what every page may know, in the elements #clock, #middle, #recap, #event, #fault and #phones. */
export class Middle {
  constructor() {
    this.root = document.getElementById("middle");
    this.event = document.getElementById("event");
    this.fault = document.getElementById("fault");
    this.recap = new Recap(document.getElementById("recap"));
    this.phones = document.getElementById("phones");
    this.rules = document.querySelector('nav a[href="/rules"]');
    this.names = []; // Of the table's places, or whatever a page calls the players.
    this.players = null; // Of the game's seats, where the table told them.
    this.game = null;
    this.view = null;
    this.countdown = new Countdown();
    // The page of finished games has no clock.
    const root = document.getElementById("clock");
    const name = (seat) => (this.players ?? this.names)[seat] ?? `Player ${seat + 1}`;
    this.clock = root && new ClockBoard(root, this.countdown, name);
    this.root.replaceChildren(element("p", { className: "waiting" }, "Waiting for the table …"));
  }

  /** Take a message; true where it was one of the public things. */
  take(message) {
    switch (message.type) {
      case "hello":
        this.names = message.names;
        if (this.view) this.show(this.view);
        return false;
      case "public":
        this.root.dataset.number = message.number;
        this.players = message.names ?? null;
        this.show(message.view);
        this.clock?.show();
        return true;
      case "clock":
        this.countdown.take(message.clock);
        return true;
      case "event":
        say(this.event, message.text);
        return true;
      case "recap":
        this.recap.show(message.recap);
        return true;
      case "fault":
      case "phones":
        this[message.type].hidden = message.text === null;
        say(this[message.type], message.text ?? "");
        return true;
      default:
        return false;
    }
  }

  show(view) {
    if (this.game !== view.game || !this.draw) {
      this.game = view.game;
      this.root.replaceChildren();
      this.root.className = "middle";
      this.draw = drawOf(view.game)(this.root);
    }
    this.view = view;
    if (this.rules) this.rules.href = rulesOf(view.chosen ?? view.game);
    this.draw(view, this.players ?? this.names);
  }
}
