// @ts-check
// The die in the middle of the bench: it lies there when a roll is wanted, is thrown by a hand, and shows how it came to rest.
//
// Invariant: the table decides how a thrown die lies, never the page. A real die is sent as it was entered; the table checks it.

import { cube, face, faces, isOrientation } from "/static/die/cube.js";
import { element, say } from "/static/element.js";

const TUMBLE = 1050; // Milliseconds; the table waits as long before the roll counts.
const LINGER = 2600;
const NOT_SENT = "Not sent: the table is not connected. Do it again when it is.";

export class Die {
  /** `send(message)` tells the table; false: it cannot be told now. */
  constructor(root, send) {
    this.root = root;
    this.send = send;
    this.names = [];
    this.rolls = null;
    this.timer = 0;
    this.cube = cube();
    this.says = element("p", { className: "die-says", "aria-live": "polite" });
    this.label = element("span", {}, "Throw");
    this.button = element("button", { className: "throw", type: "button" }, this.cube.root, this.label);
    this.button.addEventListener("click", () => this.tell({ die: "throw" }));
    this.tops = faceButtons("On top", (value) => this.pick("top", value));
    this.fronts = faceButtons("In front", (value) => this.pick("front", value));
    this.counts = element("button", { className: "counts", type: "button", disabled: true }, "So it lies");
    this.counts.addEventListener("click", () => this.tell({ die: { ...this.picked } }) && this.pick("top", null));
    this.own = element(
      "details",
      { className: "own-die" },
      element("summary", {}, "A die of your own on the table?"),
      this.tops.root,
      this.fronts.root,
      this.counts,
    );
    root.replaceChildren(this.says, this.button, this.own);
    this.pick("top", null);
    root.hidden = true;
  }

  /** Tell the table; whoever rolls reads where that was not possible. */
  tell(message) {
    const sent = this.send(message) !== false;
    if (!sent) say(this.says, NOT_SENT);
    return sent;
  }

  /** What who sits at each place is called. */
  call(names) {
    this.names = names;
  }

  /** Take a message; true where it was about the die. */
  take(message) {
    if (message.type !== "die") return false;
    clearTimeout(this.timer);
    const { state, roller, rolls, shown, said, throws, machine, own } = message;
    const isNew = this.rolls !== null && rolls !== this.rolls;
    this.root.dataset.state = state;
    this.root.dataset.rolls = rolls;
    this.root.hidden = state === "away" || (state === "still" && this.rolls === null);
    this.rolls = rolls;
    const who = roller === null ? "Somebody" : (this.names[roller] ?? `Player ${roller + 1}`);
    if (state === "tumbling" && isNew) this.cube.tumble(shown, TUMBLE);
    else this.cube.show(shown);
    this.button.disabled = this.counts.hidden = state !== "awaited";
    // A real die is thrown on the table; here it only lies as it was read.
    this.button.disabled ||= !throws;
    this.label.hidden = !throws;
    this.own.hidden = state !== "awaited" || own; // The seat asks then.
    say(this.label, own ? "Throw this die instead" : "Throw");
    this.root.classList.toggle("refused", state === "awaited" && Boolean(said));
    const asked = own ? `${who}, throw your own die and enter at your seat how it lies` : `${who}, throw the die${machine && ` for ${machine}`}`;
    const thrown = machine ? `The die is thrown for ${machine} …` : `${who} throws …`;
    say(this.says, state === "tumbling" ? thrown : said || asked);
    if (state === "still") this.timer = setTimeout(() => (this.root.hidden = true), LINGER);
    return true;
  }

  /** Choose a face of one's own die; what none can have beside it cannot be chosen. */
  pick(side, value) {
    this.picked = value === null ? { top: null, front: null } : { ...this.picked, [side]: value };
    const { top, front } = this.picked;
    if (top !== null && front !== null && !isOrientation(top, front)) this.picked.front = null;
    this.tops.show(this.picked.top, () => true);
    this.fronts.show(this.picked.front, (one) => this.picked.top === null || isOrientation(this.picked.top, one));
    this.counts.disabled = this.picked.top === null || this.picked.front === null;
    const all = this.counts.disabled ? null : faces(this.picked);
    say(this.counts, all ? `So it lies: ${all.left} left, ${all.right} right` : "So it lies");
  }
}

function faceButtons(called, onPick) {
  const buttons = [1, 2, 3, 4, 5, 6].map((value) => {
    const button = element("button", { type: "button", "aria-label": `${called} ${value}`, "aria-pressed": "false" }, face(value));
    button.addEventListener("click", () => onPick(value));
    return button;
  });
  return {
    root: element("div", { className: "faces", role: "group", "aria-label": called }, element("span", {}, called), ...buttons),
    show(chosen, can) {
      buttons.forEach((button, at) => {
        button.setAttribute("aria-pressed", String(chosen === at + 1));
        button.disabled = !can(at + 1);
      });
    },
  };
}
