// The sounds of the page of the table, and its switch: whose turn it is, a move, a refusal that all read, the end of a game and of
// a think time.
//
// Invariant: like all that this page has, they are made of what everybody may know. Nothing sounds before the first tap.

import { element } from "/static/element.js";
import { Sounds } from "/static/sounds/sounds.js";

/** What became public with a move. `acting`: the people who were last to act; `said`: the sentence, once it is known. */
export function heard({ view, number, machines = [] }, before) {
  const people = view.to_act.filter((actor) => typeof actor === "number" && !machines.includes(actor));
  const chance = view.to_act.length > 0 && view.to_act.every((actor) => typeof actor !== "number");
  // A move of chance does not change whose turn it is.
  const kept = chance && before?.game === view.game && number > before.number;
  const over = view.winners !== null && view.game !== "lobby";
  return { game: view.game, number, over, chance, acting: kept ? before.acting : people, said: null };
}

/** The sound between two of these, or "". */
export function cue(before, now) {
  if (!before) return "";
  const opened = now.game !== before.game || now.number < before.number;
  if (now.over) return opened || !before.over ? "end" : "";
  const isCalled = (seat) => opened || !before.acting.includes(seat);
  if (now.game !== "lobby" && now.acting.some(isCalled)) return "turn";
  if (opened) return "";
  if (now.number !== before.number) return before.chance ? "" : "accepted";
  return before.said === null || now.said === before.said ? "" : "refused";
}

export class TableSounds {
  /** The switch comes into `root`; `countdown`: the think time of all seats. */
  constructor(root, settings, countdown) {
    const later = element("span", {}, " after a click");
    this.sounds = new Sounds(settings, { vibrates: false, onWake: () => later.remove() });
    this.now = null;
    this.before = null; // What the newest is compared with, once its sentence has come.
    countdown.listen(
      () => {},
      (_, mark) => mark === "up" && this.sounds.play("time"),
    );
    root.append(...this.switch(settings, later));
  }

  /** Take a message. A move is told in two: what is public now, and the sentence about it. */
  take(message) {
    if (message.type === "hello") this.now = this.before = null; // The table tells again what was.
    else if (message.type === "public") {
      this.before = this.now;
      this.now = heard(message, this.before);
    } else if (message.type === "event" && this.before) {
      this.now.said = message.text;
      this.sounds.play(cue(this.before, this.now));
      this.before = null;
    }
  }

  switch(settings, later) {
    const box = element("input", { type: "checkbox" });
    const volume = element("input", { type: "range", min: "0", max: "100", step: "10", "aria-label": "Volume" });
    box.checked = !settings.get("mute");
    volume.value = settings.get("volume");
    box.addEventListener("change", () => {
      settings.set("mute", !box.checked);
      this.sounds.play("accepted");
    });
    volume.addEventListener("change", () => {
      settings.set("volume", Number(volume.value));
      this.sounds.play("accepted");
    });
    return [element("label", {}, box, element("span", {}, "Sounds", later)), volume];
  }
}
