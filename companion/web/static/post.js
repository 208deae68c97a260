// @ts-check
// A request that changes something at the table, with a sentence where it is refused.

/** A request to the table: its answer, or `error` with a sentence. */
export async function post(path, body) {
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), credentials: "same-origin" });
    return await answer.json();
  } catch {
    return { error: "The table does not answer: look whether this phone is in its network, and try again." };
  }
}
