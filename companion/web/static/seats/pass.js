// @ts-check
// Pass the laptop: where several people play at one page, a picture in front of it says whose turn it is, until that player has the
// page. The table covers everybody's secrets meanwhile.

import { element, say } from "/static/element.js";

export class PassOn {
  /** `given(place)`: its player says to have the page; false where that could not be sent. */
  constructor(/** @type {(place: number) => boolean} */ given) {
    this.title = element("h2", { id: "pass-title" });
    this.text = element("p");
    this.button = element("button", { type: "button" });
    this.told = element("p", { className: "told" }); // What everybody may know of what was done last.
    this.root = element("dialog", { className: "pass", "aria-labelledby": "pass-title" }, this.told, this.title, this.text, this.button);
    this.place = 0;
    this.button.addEventListener("click", () => {
      if (!given(this.place)) say(this.text, "The table is away. Press the button once it is back.");
    });
    this.root.addEventListener("cancel", (event) => event.preventDefault()); // Only the next player takes it away.
    this.root.addEventListener("keydown", (event) => event.repeat && event.preventDefault()); // Still held, for the move before.
    document.body.append(this.root);
  }

  /** The page is to be given to the player at a place, after this event; null: to nobody. */
  show(/** @type {{ place: number | null, name: string }} */ { place, name }, /** @type {string} */ event) {
    if (place === null) return this.root.close();
    this.place = place;
    say(this.told, event);
    say(this.title, `${name}'s turn`);
    say(this.text, `Give this computer to ${name}. Nobody else looks now.`);
    say(this.button, `I am ${name}`);
    if (!this.root.open) this.root.showModal();
    this.button.focus();
  }
}
