// @ts-check
// Keeps news back while a finger is on a button: a tap counts for what its player saw when the finger went down, and the button
// is still there when it leaves.

const LONGEST = 2000; // Milliseconds: a finger that stays longer does not tap.
const CLICK = 400; // Milliseconds within which the click follows the finger that has left.

export class Finger {
  /** On the buttons in `root` that act. */
  constructor(root) {
    this.due = [];
    this.timer = 0;
    root.addEventListener("pointerdown", ({ target }) => target.closest("button[data-act]") && this.until(LONGEST));
    root.addEventListener("pointerup", () => this.timer && this.until(CLICK));
    root.addEventListener("pointercancel", () => this.leave());
    // Whoever listens to clicks of `root` must have begun before: the news come after what the click does.
    root.addEventListener("click", () => this.leave());
  }

  /** Do it now, or when the finger has left. */
  wait(act) {
    if (this.timer) this.due.push(act);
    else act();
  }

  until(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.leave(), milliseconds);
  }

  leave() {
    clearTimeout(this.timer);
    this.timer = 0;
    for (const act of this.due.splice(0)) act();
  }
}
