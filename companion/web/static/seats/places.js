// @ts-check
// Who sits at each place of the table: the game's seats go where the game says, and the other places look on.

/** For each place { name, plays, acts, machine }, from the table's own names and the last message "public" (or null). */
export function places(names, message) {
  const idle = names.map((name) => ({ name, plays: true, acts: false }));
  if (!message) return idle;
  const { view, names: players = names, places: chairs = names.map((_, place) => place) } = message;
  const acting = view.to_act ?? [];
  if (view.game === "lobby" && view.players) {
    return idle.map((one, place) => {
      const { name = one.name, level = null } = view.players[place] ?? {};
      return { ...one, name, acts: acting.includes(place), machine: level !== null };
    });
  }
  return names.map((name, place) => {
    const seat = chairs.indexOf(place);
    if (seat < 0) return { name, plays: false, acts: false };
    const machine = message.machines?.includes(seat) ?? false;
    return { name: players[seat] ?? name, plays: true, acts: acting.includes(seat), machine };
  });
}

/** Whether several people have sat down, by the last message "public" (or null), and no game has begun. */
export function sharePage(message) {
  const players = message?.view.game === "lobby" ? (message.view.players ?? []) : [];
  return players.filter(({ joined, level = null }) => joined && level === null).length > 1;
}
