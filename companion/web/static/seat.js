// A seat: the little device that lies before a player, with a name, a lamp, an OLED and three keys.

import { element, say } from "/static/element.js";
import { KEYS } from "/static/hands.js";
import { Oled } from "/static/oled.js";

const SIGNS = { left: "◀", middle: "●", right: "▶" };
const CAPS = { ArrowLeft: "←", ArrowDown: "↓", ArrowRight: "→" };

/** A device in the page; `caps`: its three keys on the keyboard. */
export class Seat {
  constructor(number, name, caps, hands) {
    const canvas = element("canvas", { role: "img", "aria-label": `${name}'s screen`, "data-screen": number });
    const shutter = element("div", { className: "shutter" }, element("span", {}, "covered"));
    this.keys = new Map(KEYS.map((key, index) => [key, keyButton(number, name, key, caps[index])]));
    this.cover = element("button", { className: "cover", type: "button", "aria-pressed": "false" });
    this.root = element(
      "section",
      { className: "seat", tabindex: "0", role: "group", "aria-label": `Seat ${number + 1}: ${name}`, "data-seat": number },
      element("header", {}, element("span", { className: "lamp" }), element("h2", {}, name), this.cover),
      element("div", { className: "glass" }, canvas, shutter),
      element("div", { className: "keys" }, ...this.keys.values()),
    );
    this.oled = new Oled(canvas);
    this.memory = `covered ${number}`;
    for (const [key, button] of this.keys) hands.attach(button, number, key);
    this.cover.addEventListener("click", () => this.setCovered(!this.root.classList.contains("covered")));
    this.setCovered(sessionStorage.getItem(this.memory) === "yes");
  }

  /** Cover the screen, so that two people can share this one; it stays so when the page is loaded again. */
  setCovered(covered) {
    sessionStorage.setItem(this.memory, covered ? "yes" : "no");
    this.root.classList.toggle("covered", covered);
    this.cover.setAttribute("aria-pressed", String(covered));
    say(this.cover, covered ? "Uncover" : "Cover");
  }

  setActing(acting) {
    this.root.classList.toggle("acting", acting);
  }

  setDown(key, down) {
    this.keys.get(key).classList.toggle("down", down);
  }
}

function keyButton(seat, name, key, cap) {
  const label = `${name}'s ${key} key`;
  return element(
    "button",
    { className: "key", type: "button", "aria-label": label, "data-seat": seat, "data-key": key },
    element("span", { className: "sign", "aria-hidden": "true" }, SIGNS[key]),
    element("kbd", { "aria-hidden": "true" }, CAPS[cap] ?? cap.toUpperCase()),
  );
}
