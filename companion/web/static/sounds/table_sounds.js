// @ts-check
// The sounds of the page of the table, and its switch. When there is one is told by the table. Nothing sounds before the first tap.

import { element } from "/static/element.js";
import { heard, Sounds } from "/static/sounds/sounds.js";

export class TableSounds {
  /** The switch comes into `root`. */
  constructor(root, settings) {
    const later = element("span", {}, " after a click");
    this.sounds = new Sounds(settings, { vibrates: false, onWake: () => later.remove() });
    root.append(...this.switch(settings, later));
  }

  take(message) {
    if (message.type === "cue") this.sounds.play(heard(message, null));
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
