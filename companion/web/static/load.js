// What the table answers to a page that asks. Long work is done bit by bit: then the same is asked again, after a pause, since all
// pages share the requests that a table answers in a second.

const PAUSE = 50; // Milliseconds.
const SILENT = "The table does not answer; is it still running?";

/** The answer, as long as it is wanted: `still()`. Raises an Error with a sentence where there is none. */
export async function load(path, still = () => true) {
  for (;;) {
    const answer = await fetch(path).catch(() => null);
    if (answer === null) throw new Error(SILENT);
    const body = await answer.json().catch(() => null);
    if (!answer.ok || body === null) throw new Error(body?.error ?? `The table cannot answer this now (status ${answer.status}). Try again.`);
    if (answer.status !== 202 || !still()) return body;
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}
