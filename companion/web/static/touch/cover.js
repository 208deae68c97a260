// @ts-check
// Covers what is secret, and the picture of the seat's own screen: while nobody looks by the button, when the page goes to the
// background, and when the device lies on its face. What is covered is hidden from screen readers, too.
//
// A finger holds the button. For a mouse, a keyboard and a screen reader it is a switch, which goes off with the turn.

import { element, say } from "/static/element.js";
import { heldButton } from "/static/seats/held_button.js";

const FACE_DOWN = 140; // Degrees round the device's own axis from which it lies on its face.

export class Cover {
  /** `root` gets the class "covered"; `settings.hold`: secrets show only while somebody looks by the button. `returns`: what the
   * background covered is shown again when the page comes back. `onCover(covered)` is called after each change, `onHide()` when
   * whatever is on to uncover must go off, too. Nothing is listened to after `signal` has aborted. */
  constructor(/** @type {HTMLElement} */ root, /** @type {any} */ settings, /** @type {any} */ { signal, returns = false, onCover = () => {}, onHide = () => {} } = {}) {
    this.returns = returns;
    this.onCover = onCover;
    this.onHide = onHide;
    this.root = root;
    this.settings = settings;
    this.lifts = false; // The table covers secrets.
    this.held = false;
    this.switched = false; // The button is on, without a finger.
    this.lifted = false; // Both outer keys of the seat are held.
    this.elsewhere = false; // Somebody else has the page.
    this.shut = false; // The whole seat is covered, until somebody uncovers it.
    this.away = false; // The page was in the background and nobody has looked since.
    this.button = element("button", { className: "look", type: "button" });
    this.wire(signal);
    settings.onChange(() => this.update(), signal);
    this.update();
  }

  get hold() {
    return this.settings.get("hold") ?? this.lifts;
  }

  get covered() {
    return this.shut || this.elsewhere || (this.hold ? !this.held && !this.switched && !this.lifted : this.away);
  }

  setLifts(lifts) {
    this.lifts = lifts;
    if (!lifts) this.onHide();
    this.update();
  }

  /** Somebody else has the page, or nobody yet. */
  setElsewhere(elsewhere) {
    this.elsewhere = elsewhere;
    this.update();
  }

  /** Cover the whole seat: nothing of it can be pressed, or uncover it. */
  setShut(shut) {
    this.shut = this.root.inert = shut;
    this.update();
  }

  /** Both outer keys, held together, look like the button. */
  setLifted(lifted) {
    if (lifted === this.lifted) return;
    if (lifted) this.away = false;
    this.lifted = lifted;
    this.update();
  }

  hide() {
    this.lifted = false;
    this.away = true;
    this.endLook();
  }

  /** `by`: "held" or "switched". */
  look(by) {
    this.away = false;
    this[by] = this.hold;
    this.update();
  }

  endLook() {
    this.held = this.switched = false;
    this.onHide();
    this.update();
  }

  /** The turn of the seat is over: who looked by a switch looks no more. */
  endTurn() {
    this.switched = false;
    this.onHide();
    this.update();
  }

  back() {
    if (this.returns) this.away = false;
    this.update();
  }

  wire(signal) {
    heldButton(this.button, {
      down: () => this.look("held"),
      up: () => this.endLook(),
      click: () => (this.covered ? this.look("switched") : this.endLook()),
      mouse: "clicks",
    });
    document.addEventListener("visibilitychange", () => (document.hidden ? this.hide() : this.back()), { signal });
    addEventListener("pagehide", () => this.hide(), { signal });
    addEventListener("deviceorientation", ({ beta }) => beta !== null && Math.abs(beta) > FACE_DOWN && this.hide(), { signal });
  }

  update() {
    this.root.classList.toggle("covered", this.covered);
    this.button.hidden = this.shut || this.elsewhere || (!this.hold && !this.away);
    this.button.setAttribute("aria-pressed", String(!this.covered));
    // By the switch, not by what is seen: in Firefox a label that changes below a finger turns its touch into a switch.
    say(this.button, this.hold ? (hasMouse() ? (this.switched ? "Click to hide" : "Click to look") : "Hold to look") : "Covered. Tap to look");
    this.onCover(this.covered);
  }
}

function hasMouse() {
  return globalThis.matchMedia !== undefined && !matchMedia("(pointer: coarse)").matches;
}
