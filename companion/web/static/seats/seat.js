// @ts-check
// A seat: the little device that lies before a player, with a name, a lamp, an OLED and three keys.

import { element, say } from "/static/element.js";
import { KEYS } from "/static/seats/hands.js";
import { Name } from "/static/phones/name.js";
import { Oled } from "/static/oled.js";
import { ofBrowser, ofTab } from "/static/storage.js";

const SPOKEN = { "◀": "back", "▶": "more", "▲": "up", "▼": "down" };
const NOT_LOADED = "Touch could not be loaded from the table. Press Touch again, or load this page again.";
const SIGNS = { left: "◀", middle: "●", right: "▶" };

/** A device in the page; `caps`: its three keys on the keyboard, by their codes; `onName(seat, text)`: a name was entered above its
 * screen; `onShut()`: its player has covered or uncovered it; `onTouch()`: it has another size, with or without a touch interface;
 * `onChoose()`: its player has chosen between keys and touch. */
export class Seat {
  constructor(/** @type {number} */ number, /** @type {any} */ caps, /** @type {any} */ hands, /** @type {any} */ { onName = () => {}, onShut = () => {}, onTouch = () => {}, onChoose = () => {} } = {}) {
    this.number = number;
    this.player = "";
    this.caps = caps;
    this.canvas = element("canvas", { role: "img", "data-screen": number });
    this.text = element("div", { className: "unseen", "data-text": number }); // The screen, for who hears it.
    this.labels = ["", "", ""];
    const shutter = element("div", { className: "shutter" }, element("span", {}, "covered"));
    /** @type {Map<string, any>} */
    this.keys = new Map(KEYS.map((key, index) => [key, keyButton(number, key, caps[index], hands)]));
    this.keyRow = element("div", { className: "keys" }, ...this.keys.values());
    this.cover = element("button", { className: "cover", type: "button", "aria-pressed": "false" });
    this.lift = element("button", { className: "cover lift", type: "button", "aria-pressed": "false" }, "Lift");
    this.lift.title = "Lifts the Secrecy screen until the next click; a finger holds it";
    this.setLifts(false);
    this.byKeys = element("button", { type: "button", "aria-pressed": "true" }, "Keys");
    this.byTouch = element("button", { type: "button", "aria-pressed": "false" }, "Touch");
    this.views = element("span", { className: "views", role: "group" }, this.byKeys, this.byTouch);
    this.name = new Name((text) => onName(number, text));
    this.role = element("small", { className: "role" });
    this.root = element(
      "section",
      { className: "seat", role: "group", "data-seat": number },
      element("header", {}, element("span", { className: "lamp" }), this.name.root, this.role, this.lift, this.views, this.cover),
      element("div", { className: "glass" }, this.canvas, this.text, shutter),
      this.keyRow,
    );
    this.oled = new Oled(this.canvas);
    this.memory = `covered ${number}`;
    this.switchOff = () => hands.switchOff(number);
    this.onShut = onShut;
    this.onTouch = onTouch;
    this.onChoose = onChoose;
    for (const [key, button] of this.keys) hands.attach(button, number, key);
    hands.attach(this.lift, number, "left", "right");
    this.cover.addEventListener("click", () => {
      const covered = !this.root.classList.contains("covered");
      this.shut(covered);
    });
    this.card = null; // The touch interface, where it is on.
    this.suggestTouch = () => false; // It comes to the front, unless the player has chosen. True: it was not there before.
    // Two people can share this screen; what one of them covered stays so when the page is loaded again.
    this.setCovered(ofTab.getItem(this.memory) === "yes");
  }

  /** Cover the whole seat, or uncover it; it is remembered for when the page is loaded again. */
  shut(covered) {
    this.switchOff();
    ofTab.setItem(this.memory, covered ? "yes" : "no");
    this.setCovered(covered);
    this.onShut();
  }

  /** Its player has covered it. */
  get isShut() {
    return this.keyRow.inert;
  }

  /** Cover the screen, or what the touch interface shows instead, and its keys. `looks`: the player can look at it by holding the
   * outer keys or a button, so they stay; else nothing of the seat can be pressed. */
  setCovered(covered, { looks = false } = {}) {
    this.root.classList.toggle("covered", covered);
    this.cover.setAttribute("aria-pressed", String(covered));
    say(this.cover, covered ? "Uncover" : "Cover");
    this.text.hidden = covered;
    for (const key of this.keys.values()) key.setAttribute("aria-disabled", String(covered && looks));
    this.keyRow.inert = this.lift.disabled = covered && !looks;
    this.card?.panel.cover.setShut(covered);
    this.callKeys();
  }

  /** A person plays here with its keys. */
  get hasKeys() {
    return !["touched", "machine"].some((state) => this.root.classList.contains(state));
  }

  /** Its picture is in sight, so a player reads what its keys do. */
  get isReadable() {
    return !["covered", "touched"].some((state) => this.root.classList.contains(state));
  }

  /** Whether there is a Secrecy screen to lift. */
  setLifts(lifts) {
    this.lift.hidden = !lifts;
  }

  /** Show nothing: what the screen shows may be meant for nobody any more. */
  forget() {
    this.oled.clear();
    this.tell({ lines: [], keys: ["", "", ""] });
  }

  /** Who sits here, as `places` has it; `open`: names are chosen now. */
  setPlayer({ name, plays, acts, machine }, open) {
    this.name.show(name, open && !machine);
    const role = machine ? "the machine" : plays ? "" : "watching";
    say(this.role, role);
    this.root.classList.toggle("acting", acts);
    this.root.classList.toggle("watching", !plays);
    this.root.classList.toggle("machine", Boolean(machine));
    this.views.setAttribute("aria-label", `How ${name} plays`);
    this.views.hidden = this.cover.hidden = Boolean(machine);
    this.root.setAttribute("aria-label", `Seat ${this.number + 1}: ${name}${role && `, ${role}`}`);
    this.player = name;
    this.canvas.setAttribute("aria-label", `${name}'s screen`);
    this.callKeys();
    this.lift.setAttribute("aria-label", `Lift ${name}'s Secrecy screen`);
  }

  /** The screen as text: its lines, and what stands above the three keys. */
  tell({ lines, keys }) {
    const said = JSON.stringify(lines);
    if (this.text.dataset.said !== said) this.text.replaceChildren(...lines.filter(Boolean).map((line) => element("p", {}, line)));
    this.text.dataset.said = said;
    this.labels = keys;
    this.callKeys();
  }

  /** Name the keys by their side, and by what they do where that can be seen. */
  callKeys() {
    const covered = this.root.classList.contains("covered");
    [...this.keys].forEach(([key, button], at) => {
      const does = covered ? "" : (SPOKEN[this.labels[at]] ?? this.labels[at]);
      button.setAttribute("aria-label", `${this.player}'s ${key} key${does && `: ${does}`}`);
    });
  }

  /** Show what is printed on the keyboard's keys of this seat. */
  label(keyboard) {
    KEYS.forEach((key, at) => say(this.keys.get(key).lastChild, keyboard.legend(this.caps[at])));
  }

  /** Offer the touch interface: `open(kept)` brings { panel, close }, with what its last panel kept: what was half entered there.
   * Until its player chooses, it is in front where a finger is what the device is used with. The choice stays when the page is
   * loaded again. */
  offerTouch(open) {
    const memory = `touch ${this.number}`;
    let kept = null;
    let wanted = false;
    let last = Promise.resolve();
    const failed = element("p", { className: "not-loaded", role: "alert", hidden: true }, NOT_LOADED);
    this.root.append(failed);
    const change = async (on) => {
      kept = this.card?.panel.kept ?? kept;
      this.card?.close();
      this.card?.panel.root.remove();
      this.card = null;
      if (on) this.card = await open(kept);
      if (on) this.root.append(this.card.panel.root);
      this.card?.panel.cover.setShut(this.root.classList.contains("covered"));
      this.root.classList.toggle("touched", on);
      this.onTouch();
    };
    // The buttons say at once what was chosen. Scripts may be loaded meanwhile, and a second click waits for the first.
    const call = (on) => {
      wanted = on;
      this.byTouch.setAttribute("aria-pressed", String(on));
      this.byKeys.setAttribute("aria-pressed", String(!on));
    };
    const set = (on) => {
      call(on);
      failed.hidden = true;
      last = last.then(() => change(on)).catch(() => {
        failed.hidden = false;
        call(false);
      });
    };
    this.leave = () => {
      last = last.then(() => change(false));
    };
    for (const button of [this.byKeys, this.byTouch]) {
      button.addEventListener("click", () => {
        const on = button === this.byTouch;
        if (on === wanted) return;
        this.switchOff();
        ofBrowser.setItem(memory, on ? "yes" : "no");
        set(on);
        this.onChoose();
      });
    }
    this.suggestTouch = () => {
      if (wanted || ofBrowser.getItem(memory) !== null) return false;
      set(true);
      return true;
    };
    set(ofBrowser.getItem(memory) === "yes");
    if (globalThis.matchMedia?.("(pointer: coarse)").matches) this.suggestTouch();
  }

  setDown(key, down) {
    this.keys.get(key).classList.toggle("down", down);
    const lifted = ["left", "right"].every((outer) => this.keys.get(outer).classList.contains("down"));
    this.lift.setAttribute("aria-pressed", String(lifted));
    this.card?.panel.cover.setLifted(lifted);
  }
}

function keyButton(seat, key, cap, hands) {
  return element(
    "button",
    { className: "key", type: "button", "data-seat": seat, "data-key": key },
    element("span", { className: "sign", "aria-hidden": "true" }, SIGNS[key]),
    element("kbd", { "aria-hidden": "true" }, hands.keyboard.legend(cap)),
  );
}
