// Da Vinci Code by touch: tap a hidden tile where it stands, then its number. Tap the stack that you draw from, and the gap
// where your tile joins.

import { element } from "/static/element.js";
import { choose, question, without } from "/static/touch/generic.js";
import { dialled, leaves, leavesOf, options } from "/static/touch/legal.js";

export { rules } from "/static/games/davinci.js";

const MARKS = { black: "●", white: "○" };
const DASH = "–";

export function draw(data, draft, ui) {
  const { view, prompt } = data;
  const can = offered(prompt);
  const made =
    asked(view, prompt, draft, ui, can) ?? question(prompt, draft, ui);
  return { ...made, scene: scene(view, draft, ui, can) };
}

/** What can be tapped: { tiles: dial by "seat position", take, place, reveal: option by colour or position }. */
function offered(prompt) {
  const can = { tiles: new Map(), take: new Map(), place: new Map(), reveal: new Map(), stop: null };
  for (const dial of leavesOf(prompt, "dial", "deduce")) {
    const seat = dial.fixed.find(([field]) => field === "seat")[1];
    for (const { value } of dial.wheels[0].symbols) can.tiles.set(`${seat} ${value}`, dial);
  }
  for (const { option } of options(prompt)) {
    const { move } = option;
    if (move.move === "take") can.take.set(move.colour, option);
    if (move.move === "place") can.place.set(move.position, option);
    if (move.move === "reveal") can.reveal.set(move.position, option);
    if (move.move === "stop") can.stop = option;
  }
  return can;
}

/** What players call a place in a row, counted from its owner's left. */
const ordinal = (position) => `${position + 1}${["st", "nd", "rd"][position] ?? "th"}`;
const worded = ({ colour, value }) => `${colour} ${value === "-" ? "dash" : (value ?? "hidden")}`;
const shown = (value) => (value === "-" ? DASH : value);
const spoken = (value) => (value === "-" ? "a dash" : `${["8", "11"].includes(value) ? "an" : "a"} ${value}`);

/** The pad and the bar for what is asked; null for a question that has no place on the table. */
function asked(view, prompt, draft, ui, can) {
  if (can.tiles.size) return claim(draft, ui, can);
  if (can.take.size) return { pad: [], hint: "Take a tile: tap a stack", open: true };
  if (can.place.size) return gap(draft, can, prompt);
  if (can.reveal.size) return own(view, draft, can, prompt);
  const arrange = leaves(prompt)[0]?.prompt;
  if (arrange?.kind === "choose" && arrange.options[0]?.move.move === "arrange") return lineUp(arrange, draft, ui);
  return null;
}

function claim(draft, ui, can) {
  const stop = can.stop ? [ui.button("stop", { className: "way" }, () => ui.send(can.stop.move), "Stop: keep my tile hidden")] : [];
  const dial = can.tiles.get(draft.tile);
  if (!dial) return { pad: stop, hint: can.stop ? "Right! Tap another hidden tile, or stop" : "Tap a hidden tile of another row", open: true };
  const [seat, position] = draft.tile.split(" ").map(Number);
  const wheel = dial.wheels[1];
  const numbers = wheel.symbols.map(({ value, name }) =>
    ui.button(`value ${value}`, { className: "symbol", pressed: draft.value === value, label: name }, () => ui.set({ value }), shown(value)),
  );
  const text = `${ui.name(seat)}'s ${ordinal(position)} tile`;
  return {
    pad: [element("div", { className: "symbols numbers", role: "group", "data-count": numbers.length, "aria-label": `${text} is` }, ...numbers), ...stop],
    hint: `${text} is …`,
    label: "Say it aloud",
    ready: draft.value !== undefined && { text: `${text} is ${spoken(draft.value)}?`, move: dialled(dial, [position, draft.value]) },
    undo: draft.value !== undefined ? without(draft, "value") : without(draft, "tile"),
    open: true,
  };
}

/** A title, and what is to be done. */
const asking = (title, act) => (/[.?!]$/.test(title) ? `${title} ${act.charAt(0).toUpperCase()}${act.slice(1)}` : `${title}: ${act}`);

function gap(draft, can, prompt) {
  const option = can.place.get(draft.gap);
  return {
    pad: [],
    hint: asking(prompt.title, "tap a gap in your row"),
    label: "Put it there",
    ready: option && { text: option.text, move: option.move },
    undo: option ? without(draft, "gap") : null,
  };
}

function own(view, draft, can, prompt) {
  const option = can.reveal.get(draft.reveal);
  return {
    pad: [],
    hint: asking(prompt.title, "tap it in your row"),
    label: "Show it to all",
    ready: option && { text: `${option.text}?`, move: option.move },
    undo: option ? without(draft, "reveal") : null,
  };
}

function lineUp(prompt, draft, ui) {
  const drawn = (option) => [
    element("span", { className: "unseen" }, option.text.split(" ").map((name) => worded({ colour: name[0] === "B" ? "black" : "white", value: name.slice(1) })).join(", ")),
    element("span", { className: "tiles", "aria-hidden": "true" }, ...option.text.split(" ").map((name) => plain(name[0] === "B" ? "black" : "white", name.slice(1)))),
  ];
  const made = choose({ ...prompt, confirm: true }, draft, ui, drawn);
  return { ...made, hint: "Line up your row: where do the dashes stand?", label: "Line up so" };
}

function plain(colour, value) {
  return element("span", { className: "tile known", "data-colour": colour }, element("span", { className: "front" }, shown(value)));
}

function scene(view, draft, ui, can) {
  const own = view.seat;
  const seats = Array.from({ length: view.seats }, (_, step) => (own === null ? step : (own + 1 + step) % view.seats));
  const others = seats.filter((seat) => seat !== own);
  const rounds = view.rounds > 1 ? [element("p", { className: "facts" }, `Round ${view.round} of ${view.rounds}`)] : [];
  return [
    ...rounds,
    ...others.map((seat) => rack(view, seat, draft, ui, can)),
    centre(view, ui, can),
    ...(own === null ? [] : [rack(view, own, draft, ui, can)]),
    ...log(view, ui),
  ];
}

function rack(view, seat, draft, ui, can) {
  const row = view.rows[seat];
  const marks = [view.to_act.includes(seat) ? "acting" : "", view.out.includes(seat) ? "out" : "", view.winners?.includes(seat) ? "winner" : ""];
  const hidden = row.filter((tile) => !tile.exposed).length;
  const role = view.winners?.includes(seat) ? "wins" : view.out.includes(seat) ? "out" : `${hidden} hidden`;
  const whose = seat === view.seat ? "Your row" : `${ui.name(seat)}'s row`;
  const tiles = row.flatMap((tile, position) => [
    ...(seat === view.seat ? gapAt(row, position, draft, ui, can) : []),
    tileOf(view, tile, seat, position, draft, ui, can),
  ]);
  if (seat === view.seat) tiles.push(...gapAt(row, row.length, draft, ui, can));
  return element(
    "section",
    { className: `rack ${marks.join(" ")}`, "data-rack": seat, "aria-label": whose, "data-now": seat === view.seat && (can.place.size > 0 || can.reveal.size > 0) },
    element("header", {}, element("h2", {}, whose), element("span", {}, role), element("span", { className: "points" }, `${view.scores[seat]} points`)),
    element("ol", { className: "tiles" }, ...tiles.map((tile) => element("li", {}, tile))),
  );
}

function gapAt(row, position, draft, ui, can) {
  if (!can.place.has(position)) return [];
  const [left, right] = [row[position - 1], row[position]];
  const label = left && right ? `Between ${worded(left)} and ${worded(right)}` : left ? `After ${worded(left)}` : right ? `Before ${worded(right)}` : "Here";
  return [ui.button(`gap ${position}`, { className: "gap secret", pressed: draft.gap === position, label }, () => ui.set({ gap: position }), "▾")];
}

function tileOf(view, tile, seat, position, draft, ui, can) {
  const { colour, value, exposed } = tile;
  const key = `${seat} ${position}`;
  const own = seat === view.seat && !exposed && value !== null;
  const joined = view.joined?.seat === seat && view.joined.position === position;
  const claim = view.turn_log.at(-1);
  const missed = claim && !claim.correct && claim.target === seat && claim.position === position ? claim.value : null;
  const className = `tile ${exposed ? "open" : "standing"} ${value === null ? "" : "known"} ${joined ? "joined" : ""}`;
  const front = element("span", { className: own ? "front secret" : "front", "aria-hidden": "true" }, value === null ? MARKS[colour] : shown(value));
  // Claims name a tile by its place.
  const place = exposed ? [] : [element("small", { "aria-hidden": "true" }, ordinal(position))];
  const wrong = missed === null ? [] : [element("span", { className: "wrong", "aria-hidden": "true" }, `${shown(missed)} ✗`)];
  const called = missed === null ? "" : `, wrongly called ${spoken(missed)}`;
  const what = `${worded(tile)}${value === null ? " tile" : ""}${exposed ? ", open" : ""}${joined ? ", joined last" : ""}${called}`;
  const parts = [front, ...place, ...wrong];
  if (can.tiles.has(key)) {
    const label = `${ui.name(seat)}'s ${ordinal(position)} tile, ${colour}, hidden${called}`;
    return ui.button(`tile ${key}`, { className, pressed: draft.tile === key, label, "data-colour": colour }, () => ui.set({ tile: key, value: undefined }), ...parts);
  }
  if (seat === view.seat && can.reveal.has(position)) {
    return ui.button(`tile ${key}`, { className, pressed: draft.reveal === position, label: `Your ${ordinal(position)} tile, ${what}`, "data-colour": colour }, () => ui.set({ reveal: position }), ...parts);
  }
  return element("span", { className, "data-colour": colour, "data-id": `tile ${key}` }, ...parts, element("span", { className: own ? "unseen secret" : "unseen" }, what));
}

function centre(view, ui, can) {
  const stacks = ["black", "white"].map((colour) => {
    const left = view.centre[colour];
    const pile = [
      element("span", { className: "tile standing", "data-colour": colour, "aria-hidden": "true" }, element("span", { className: "front" }, MARKS[colour])),
      element("span", {}, can.take.has(colour) ? `Take ${colour}` : colour, element("small", {}, `${left} left`)),
    ];
    if (!can.take.has(colour)) return element("span", { className: "stack", "data-id": `stack ${colour}` }, ...pile);
    return ui.button(`stack ${colour}`, { className: "stack way" }, () => ui.send(can.take.get(colour).move), ...pile);
  });
  const { clue } = view;
  if (clue) {
    const mine = clue.owner === view.seat;
    const tile = element("span", { className: `tile standing ${clue.value === null ? "" : "known"}`, "data-colour": clue.colour },
      element("span", { className: mine ? "front secret" : "front", "aria-hidden": "true" }, clue.value === null ? MARKS[clue.colour] : shown(clue.value)),
      element("span", { className: mine ? "unseen secret" : "unseen" }, `${clue.colour} ${clue.value === null ? "hidden" : shown(clue.value)}`));
    stacks.push(element("span", { className: "stack clue" }, tile, element("span", {}, mine ? "Your new tile" : `${ui.name(clue.owner)}'s tile`)));
  }
  return element("div", { className: "centre-tiles", role: "group", "aria-label": "In the centre", "data-now": can.take.size > 0 }, ...stacks);
}

function log(view, ui) {
  const claims = view.turn_log.slice(-5).toReversed();
  if (!claims.length) return [];
  const lines = claims.map((claim) =>
    element("li", {}, `${claim.correct ? "✓" : "✗"} ${ui.name(claim.seat)}: ${claim.target === view.seat ? "your" : `${ui.name(claim.target)}'s`} ${ordinal(claim.position)} tile is ${spoken(claim.value)}, ${claim.correct ? "right" : "wrong"}`),
  );
  return [element("ol", { className: "log", "aria-label": "Claims" }, ...lines)];
}
