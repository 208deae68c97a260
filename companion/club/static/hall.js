// @ts-check
// The hall: what every table of the club shows now. The club sends each table that has changed.

import { at, element, say } from "/static/element.js";

const PHASES = {
  lobby: "In the lobby",
  game: "Playing",
  pause: "Waits",
  fault: "Has a fault",
  over: "Finished",
  closing: "Closing",
};

const tables = new Map();
const list = at("tables");

/** Since when, as the time of the day. */
function since(seconds) {
  return new Date(1000 * seconds).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** One place of a table. */
function seat(place, acts) {
  const score = place.score === null ? "" : String(place.score);
  const who = `${place.name}${acts ? " – to move" : ""}`;
  return element("li", { className: acts ? "acts" : "" }, element("span", {}, who), element("span", {}, score));
}

/** What stands on the card of a table. */
function card({ table, online, state }) {
  if (!online || !state) return [element("h2", {}, table), element("p", {}, online ? "Connected." : "Not connected.")];
  const head = [PHASES[state.phase] ?? state.phase, state.phase !== "lobby" && state.title, state.round].filter(Boolean).join(" · ");
  const seated = state.places.filter((place) => place.kind !== "empty");
  const waits = state.to_act.length && state.since !== null ? [element("p", {}, `Their turn since ${since(state.since)}.`)] : [];
  return [
    element("h2", {}, table),
    element("p", {}, head),
    element("ul", { className: "seats" }, ...seated.map((place) => seat(place, state.to_act.includes(place.place)))),
    ...waits,
    ...(state.fault ? [element("p", {}, element("strong", {}, state.fault))] : []),
    element("p", {}, state.said),
  ];
}

/** Put the card of a table in its place, which is by name. */
function show(shown) {
  const known = tables.get(shown.table);
  const item = known ?? element("li", {});
  item.replaceChildren(...card(shown));
  item.dataset.table = shown.table;
  item.dataset.online = String(shown.online);
  if (known) return;
  tables.set(shown.table, item);
  const after = [...list.children].find((other) => other.dataset.table > shown.table);
  list.insertBefore(item, after ?? null);
}

/** How many tables there are. */
function count() {
  const online = [...tables.values()].filter((item) => item.dataset.online === "true").length;
  say(at("news"), `${online} of ${tables.size} tables connected.`);
}

const source = new EventSource("/events/hall");
source.addEventListener("message", ({ data }) => {
  for (const shown of JSON.parse(data)) show(shown);
  count();
});
source.addEventListener("error", () => say(at("news"), "The club does not answer; trying again."));
