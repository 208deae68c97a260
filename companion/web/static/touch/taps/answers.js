// @ts-check
// The answers of a seat on their way to the table.
//
// Invariant: the player reads it in one sentence when an answer was not sent, or was lost with the connection or in a pause.

const LOST = "Your last tap did not reach the table. Tap again.";
const PATIENCE = 2500; // Milliseconds after which the same answer may be given again, if it brought no news.

export class Answers {
  /** `send(answer)`: false where there is nobody to take it. */
  constructor(send) {
    this.send = send;
    this.lost = ""; // The sentence, while its player must read it.
    this.given = null; // The last answer that the table has not met yet: { text, to, at, away }.
  }

  /** Give an answer, the same one once; false where it cannot be sent. `paused`: the game takes no answers now. */
  give(answer, paused) {
    const text = JSON.stringify(answer);
    const at = performance.now();
    const { given } = this;
    // A finger that taps twice means one answer. Another answer is sent: the table says where it comes too late.
    if (!paused && given?.text === text && !given.away && at - given.at < PATIENCE) return true;
    const sent = !paused && this.send(answer) !== false;
    this.lost = sent ? "" : LOST;
    this.given = sent ? { text, to: answer.to, at, away: false } : null;
    return sent;
  }

  /** The sentence of the table was read; false where the table cannot be told. */
  read(number) {
    const sent = this.send({ move: { move: "read" }, number, to: "notice" }) !== false;
    this.lost = sent ? "" : LOST;
    return sent;
  }

  /** The connection is lost, or a pause has begun: what is on its way may not arrive. */
  away() {
    if (this.given) this.given.away = true;
  }

  /** The table has sent data. `news`: it asks something else, or took the answer. Returns whether an answer was lost. */
  take(data, news) {
    if (data.device) this.away();
    if (news) this.lost = "";
    const { given } = this;
    if (data.device || !given) return false;
    const lost = given.away && !news && !data.notice;
    if (lost) this.lost = LOST;
    // What is no answer to the question, such as a wish of the menu, is met by any data.
    if (news || data.notice || lost || given.to !== data.to) this.given = null;
    else given.at = -Infinity;
    return lost;
  }
}
