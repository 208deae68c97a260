// @ts-check
// Think time: the table tells once what each seat has left, and the page counts down by itself.
//
// Invariant: nothing happens to a player whose time is up. A screen reader is told of the last seconds and of the end, and never of
// a second in between.

import { element, say } from "/static/element.js";

const SOON = 10; // Seconds before the end that are told.

/** "1:40"; after the end "+0:07". */
export function timeText(left) {
  const seconds = left > 0 ? Math.ceil(left) : Math.floor(-left);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return left > 0 || seconds === 0 ? text : `+${text}`;
}

/** The think time of all seats. `now()`: milliseconds. */
export class Countdown {
  constructor(now = () => performance.now()) {
    this.now = now;
    this.clock = null;
    this.at = 0;
    this.timer = 0;
    this.told = new Map();
    this.listeners = new Set();
  }

  /** Call `onTime()` whenever a shown time changes, and `onMark(seat, "soon" or "up")`; returns what ends that. */
  listen(onTime, onMark = () => {}) {
    const listener = { onTime, onMark };
    this.listeners.add(listener);
    onTime();
    return () => this.listeners.delete(listener);
  }

  /** What the table told: { kind, seconds, left, asked, running }, or null. */
  take(clock) {
    this.clock = clock;
    this.at = this.now();
    this.told = new Map((clock?.left ?? []).map((left, seat) => [seat, left]));
    this.tick();
  }

  /** The seconds that a seat has left now; null: it has no clock. */
  left(seat) {
    const left = this.clock?.left[seat] ?? null;
    return left === null || !this.clock.running.includes(seat) ? left : left - (this.now() - this.at) / 1000;
  }

  /** The seats whose time is shown: of a turn, of those who are asked; of a game, of all people. */
  get seats() {
    if (!this.clock) return [];
    return this.clock.kind === "player" ? this.clock.left.flatMap((left, seat) => (left === null ? [] : [seat])) : this.clock.asked;
  }

  tick() {
    clearTimeout(this.timer);
    const running = this.clock?.running ?? [];
    const waits = running.map((seat) => this.untilNext(this.left(seat)));
    if (waits.length) this.timer = setTimeout(() => this.tick(), Math.max(Math.min(...waits), 20));
    for (const { onTime } of this.listeners) onTime();
    for (const seat of running) this.mark(seat);
  }

  /** Milliseconds until another second is shown. */
  untilNext(left) {
    return (left > 0 ? left - Math.ceil(left) + 1 : Math.floor(-left) + 1 + left) * 1000;
  }

  mark(seat) {
    const [before, now] = [this.told.get(seat), this.left(seat)];
    this.told.set(seat, now);
    const crossed = [[0, "up"], [SOON, "soon"]].find(([limit]) => before > limit && now <= limit);
    if (crossed) for (const { onMark } of this.listeners) onMark(seat, crossed[1]);
  }
}

/** Shows the time of one seat in an element. */
export function showTime(node, left, runs) {
  say(node, timeText(left));
  node.classList.toggle("soon", left <= SOON);
  node.classList.toggle("up", left <= 0);
  node.classList.toggle("stands", !runs);
}

/** The clock of the whole table, in an empty `root`. `name(seat)`: what a seat is called. */
export class ClockBoard {
  constructor(root, countdown, name) {
    this.root = root;
    this.countdown = countdown;
    this.name = name;
    this.shown = "";
    this.times = new Map();
    this.list = element("ul", {});
    this.said = element("p", { className: "unseen", role: "status" });
    root.append(this.list, this.said);
    countdown.listen(
      () => this.show(),
      (seat, mark) => say(this.said, mark === "up" ? `${this.name(seat)}: time is up.` : `${this.name(seat)}: ${SOON} seconds left.`),
    );
  }

  show() {
    const { seats, clock } = this.countdown;
    const names = seats.map((seat) => this.name(seat));
    const order = JSON.stringify([seats, names]);
    if (order !== this.shown) {
      this.shown = order;
      this.times = new Map(seats.map((seat) => [seat, element("span", { className: "time", role: "timer" })]));
      this.list.replaceChildren(...seats.map((seat, at) => element("li", { "data-seat": seat }, element("span", { className: "who" }, names[at]), this.times.get(seat))));
      say(this.said, "");
    }
    for (const [seat, time] of this.times) {
      showTime(time, this.countdown.left(seat), clock.running.includes(seat));
      time.parentElement.classList.toggle("asked", clock.asked.includes(seat));
    }
    this.root.hidden = seats.length === 0;
  }
}
