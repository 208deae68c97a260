// @ts-check
// The sounds of the page of the table, and its switch: whose turn it is, a move, a refusal that all read, the end of a game and of
// a think time.
//
// Invariant: like all that this page has, they are made of what everybody may know. Nothing sounds before the first tap.

import { element } from "/static/element.js";
import { cue, heard } from "/static/sounds/cues.js";
import { Sounds } from "/static/sounds/sounds.js";

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
      const { machines = [] } = message; // The machine is not called.
      this.now = heard(message, (seat) => !machines.includes(seat), this.before);
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
