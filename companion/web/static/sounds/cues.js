// @ts-check
// When there is a sound: at a seat's device, which calls its own player, and at the page of the table, which calls everybody.
//
// Invariant: a sound depends only on what everybody may know: the game, the number of the move, who is to act, who has won, and the
// sentence about the move. It never depends on what a seat holds, enters or was refused.

/** What became public with a move. `said`: the sentence about it, null until it is known. `calls(seat)`: whether this device calls
 * that seat to its turn. `before`: what this made of the move before. */
export function heard({ view, number, said = null }, calls, before) {
  const { game, to_act: actors, winners } = view;
  const called = actors.filter((actor) => typeof actor === "number" && calls(actor));
  const chance = actors.length > 0 && actors.every((actor) => typeof actor !== "number");
  // A move of chance does not change whose turn it is.
  const kept = chance && before?.game === game && number > before.number;
  return { game, number, said, over: winners !== null && game !== "lobby", chance, acting: kept ? before.acting : called };
}

/** The sound between two of these, or "". */
export function cue(before, now) {
  if (!before) return "";
  const opened = now.game !== before.game || now.number < before.number;
  if (now.over) return opened || !before.over ? "end" : "";
  const isCalled = (seat) => opened || !before.acting.includes(seat);
  if (now.game !== "lobby" && now.acting.some(isCalled)) return "turn";
  if (opened) return "";
  if (now.number !== before.number) return before.chance ? "" : "accepted";
  return before.said === null || now.said === before.said ? "" : "refused";
}
