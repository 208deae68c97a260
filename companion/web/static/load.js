// @ts-check
// What the table answers to a page that asks.

const SILENT = "The table does not answer; is it still running?";

/** The answer. Raises an Error with a sentence where there is none. */
export async function load(path) {
  const answer = await fetch(path).catch(() => null);
  if (answer === null) throw new Error(SILENT);
  const body = await answer.json().catch(() => null);
  if (!answer.ok || body === null) throw new Error(body?.error ?? `The table cannot answer this now (status ${answer.status}). Try again.`);
  return body;
}

/** What an error says. @param {unknown} error */
export const said = (error) => (error instanceof Error ? error.message : String(error));
