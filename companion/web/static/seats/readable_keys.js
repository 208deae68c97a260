// @ts-check
// The keys of a seat whose picture can be covered: a key does nothing while nobody can read what it would do.
//
// Invariant: a release is sent where its press was sent, and nowhere else.

const OUTER = ["left", "right"]; // Held together they lift the Secrecy screen, where there is one.

export class ReadableKeys {
  /** `send(key, down)`; `covered()`: the picture is covered; `lifts()`: both outer keys lift it; `onLift(held)`: whether they are
   * held together now. */
  constructor(/** @type {any} */ { send, covered, lifts, onLift }) {
    this.send = send;
    this.covered = covered;
    this.lifts = lifts;
    this.onLift = onLift;
    this.held = new Set();
    this.sent = new Set();
  }

  /** A key is held, or held no more. */
  change(key, down) {
    if (down) this.held.add(key);
    else this.held.delete(key);
    const lifted = this.lifts() && OUTER.every((outer) => this.held.has(outer));
    if (down) for (const one of lifted ? OUTER : this.covered() ? [] : [key]) this.press(one);
    else if (this.sent.delete(key)) this.send(key, false);
    this.onLift(lifted);
  }

  press(key) {
    if (this.sent.has(key)) return;
    this.sent.add(key);
    this.send(key, true);
  }
}
