// @ts-check
// Da Vinci Code from above: the rows of tiles, standing or lying open, the stacks in the centre, and what was claimed this turn. By
// touch a hidden tile is tapped where it stands, then its number; the stack that is drawn from; and the gap where a tile joins.

import { choose, question } from "/static/boards/ask.js";
import { allDo, called, capital, does, others, pencil, pencilled, pencilledWords, same, score, stack, standing, unseen, verb, whose, winning, without, won } from "/static/boards/common.js";
import { dialled, leaves, leavesOf, options } from "/static/boards/legal.js";
import { element, listed } from "/static/element.js";
import { davinci as kit } from "/static/games/kits.js";

/** @typedef {import("/static/types").DavinciView} View */
/** @typedef {import("/static/types").Ui} Ui */
/** @typedef {import("/static/types").Part} Part */
/** @typedef {import("/static/types").Option} Option */
/** @typedef {import("/static/types").Dial} Dial */
/** @typedef {View["rows"][number][number]} Tile */
/** @typedef {import("/static/types").Name} Name */
/** @typedef {ReturnType<typeof offered>} Can */
/** @typedef {{ view: View, name: Name, ui: Ui | null, can: Can, pointed: import("/static/types").Shown<View>["pointed"] }} At */

const LOGGED = 6;

/** @type {import("/static/types").Draw<View>} */
export function draw(shown, ui) {
  const { view } = shown;
  const at = { view, name: called(shown, ui), ui, can: offered(ui?.prompt ?? null), pointed: shown.pointed };
  const own = ui ? view.seat : null;
  const many = view.rounds > 1 ? `Round ${view.round} of ${view.rounds}` : "One round";
  const racks = element("div", { className: "racks", "data-seats": view.seats }, ...others(view, ui).map((seat) => rack(at, seat)));
  racks.style.setProperty("--tiles", String(Math.max(6, ...view.rows.map((row) => row.length))));
  return {
    head: [`${many}${view.advanced ? " · with dashes" : ""}${ui || !view.joined ? "" : " · ▲ new tile"}`, sentence(at)],
    main: [racks],
    side: [centre(at), ...claims(at)],
    ...(ui && { own: own === null ? [] : [rack(at, own)], ...(asked(at, ui) ?? question(ui.prompt, ui)) }),
  };
}

/** What can be tapped: the dial of each hidden tile by "seat position", and options by colour or position. @param {import("/static/types").Prompt | null} prompt */
function offered(prompt) {
  const can = {
    tiles: /** @type {Map<string, Dial>} */ (new Map()),
    take: /** @type {Map<unknown, Option>} */ (new Map()),
    place: /** @type {Map<unknown, Option>} */ (new Map()),
    reveal: /** @type {Map<unknown, Option>} */ (new Map()),
    stop: /** @type {Option | null} */ (null),
  };
  for (const dial of /** @type {Dial[]} */ (leavesOf(prompt, "dial", "deduce"))) {
    const seat = dial.fixed.find(([field]) => field === "seat")?.[1];
    for (const { value } of dial.wheels[0].symbols) can.tiles.set(`${seat} ${value}`, dial);
  }
  for (const option of options(prompt)) {
    const { move } = option;
    if (move.move === "take") can.take.set(move.colour, option);
    if (move.move === "place") can.place.set(move.position, option);
    if (move.move === "reveal") can.reveal.set(move.position, option);
    if (move.move === "stop") can.stop = option;
  }
  return can;
}

/** @param {At} at */
function sentence({ view, name }) {
  const who = view.turn_of === null ? "" : name(view.turn_of);
  switch (view.phase) {
    case "deal":
      return `${does(who, "take")} a tile to begin with`;
    case "arrange":
      return `${allDo(view.to_act.map(name), "line")} up`;
    case "draw":
      return `${does(who, "take")} a new tile`;
    case "deduce":
      return `${does(who, "say")} what a tile is`;
    case "go_on":
      return `Right! ${does(who, "go")} on, or ${verb(who, "stop")}`;
    case "place":
      return `${does(who, "put")} the tile into the row`;
    case "reveal":
      return `${does(who, "show")} a tile of ${who === "You" ? "your" : "their"} row`;
    default:
      return won(view, name);
  }
}

/** What players call a place in a row, counted from its owner's left. @param {number} position */
const ordinal = (position) => `${position + 1}${["st", "nd", "rd"][position] ?? "th"}`;
/** @param {string} value */
const front = (value) => (value === kit.dash.value ? kit.dash.label : value);
/** @param {{ colour: Tile["colour"], value: string | null }} tile */
const worded = ({ colour, value }) => `${colour} ${value === kit.dash.value ? kit.dash.name : (value ?? "hidden")}`;
/** @param {string} value */
const spoken = (value) => (value === kit.dash.value ? `a ${kit.dash.name}` : `${["8", "11"].includes(value) ? "an" : "a"} ${value}`);
/** A tile by its name, "B7" or "W-". @param {string} name @returns {{ colour: Tile["colour"], value: string }} */
const named = (name) => ({ colour: name[0] === "B" ? "black" : "white", value: name.slice(1) });

// What a move is made with.

/** The pad and the bar for what is asked; null for a question that has no place on the table. @param {At} at @param {Ui} ui @returns {Part | null} */
function asked({ name, can }, ui) {
  const { prompt, draft } = ui;
  if (can.tiles.size) return claim(name, can, ui);
  if (can.take.size) return { pad: [], hint: "Take a tile: tap a stack", open: true };
  if (can.place.size) return inRow(can.place.get(draft.gap), "gap", "tap a gap in your row", "Put it there", "", ui);
  if (can.reveal.size) return inRow(can.reveal.get(draft.reveal), "reveal", "tap it in your row", "Show it to all", "?", ui);
  const arrange = leaves(prompt)[0];
  if (arrange?.kind === "choose" && arrange.options[0]?.move.move === "arrange") return lineUp(arrange, ui);
  return null;
}

const TILE_FIRST = "First tap the hidden tile that you mean.";

/** @param {Name} name @param {Can} can @param {Ui} ui @returns {Part} */
function claim(name, can, ui) {
  const { draft } = ui;
  const end = can.stop?.move;
  const stop = end ? [ui.button("stop", { className: "way" }, () => ui.send(end), "Stop: keep my tile hidden")] : [];
  const dial = can.tiles.get(draft.tile);
  const [seat, position] = dial ? draft.tile.split(" ").map(Number) : [0, 0];
  // The numbers stand there before a tile is chosen, so that the board does not move when one is.
  const numbers = [...can.tiles.values()][0].wheels[1].symbols.map(({ value, name: called }) =>
    ui.button(`value ${value}`, { className: "symbol", disabled: !dial, pressed: dial ? draft.value === value : null, label: called, why: dial ? "" : TILE_FIRST }, () => (!dial ? ui.refuse(TILE_FIRST) : ui.pencil?.on ? pencil(ui, draft.tile, String(value)) : ui.set({ value })), front(String(value))),
  );
  const text = `${name(seat)}'s ${ordinal(position)} tile`;
  const pad = [element("div", { className: dial ? "symbols numbers" : "symbols numbers waits", role: "group", "data-count": numbers.length, "aria-label": dial ? `${text} is` : "Numbers, once a tile is chosen" }, ...numbers), ...stop];
  if (!dial) return { pad, hint: end ? "Right! Tap another hidden tile, or stop" : "Tap a hidden tile of another row, then its number", label: "Claim it", open: true };
  return {
    pad,
    hint: `${text} is …`,
    label: "Claim it",
    ready: draft.value !== undefined ? { text: `${text} is ${spoken(draft.value)}?`, move: dialled(dial, [position, draft.value]) } : null,
    undo: draft.value !== undefined ? without(draft, "value") : without(draft, "tile"),
    point: { move: dial.move, seat, position },
    open: true,
  };
}

/** A place of the own row. @param {Option | undefined} option @param {string} part @param {string} act @param {string} label @param {string} end @param {Ui} ui @returns {Part} */
function inRow(option, part, act, label, end, ui) {
  const title = ui.prompt?.title ?? "";
  return {
    pad: [],
    hint: /[.?!]$/.test(title) ? `${title} ${capital(act)}` : `${title}: ${act}`,
    label,
    ready: option ? { text: `${option.text}${end}`, move: option.move } : null,
    undo: option ? without(ui.draft, part) : null,
  };
}

/** @param {Extract<import("/static/types").Prompt, { kind: "choose" }>} prompt @param {Ui} ui @returns {Part} */
function lineUp(prompt, ui) {
  const drawn = (/** @type {Option} */ option) => {
    const tiles = option.text.split(" ").map(named);
    const row = tiles.map(({ colour, value }) => element("span", { className: "tile known", "data-colour": colour }, element("span", { className: "front" }, front(value))));
    return [unseen(tiles.map(worded).join(", ")), element("span", { className: "tiles", "aria-hidden": "true" }, ...row)];
  };
  return { ...choose({ ...prompt, confirm: true }, ui, drawn), hint: "Line up your row: where do the dashes stand?", label: "Line up so" };
}

// What lies on the table.

/** @param {At} at @param {number} seat */
function rack(at, seat) {
  const { view, name, ui, can } = at;
  const row = view.rows[seat];
  const own = ui !== null && seat === view.seat;
  const marks = standing(view, seat);
  const hidden = row.filter((tile) => !tile.exposed).length;
  const role = marks.includes("winner") ? winning(view) : marks.includes("out") ? "out" : `${hidden} hidden`;
  const label = capital(`${whose(name(seat))} row`);
  const tiles = row.flatMap((one, position) => [...(own ? gap(at, row, position) : []), tile(at, one, seat, position)]);
  if (own) tiles.push(...gap(at, row, row.length));
  return element(
    "section",
    { className: `spot rack ${marks}`, "data-rack": seat, "aria-label": label, "data-now": own && can.place.size + can.reveal.size > 0 },
    element("header", {}, element("h2", { className: "name" }, own ? label : name(seat)), element("span", { className: "role" }, role), ...(view.rounds > 1 ? [score(view.scores[seat])] : []), ...(own && view.clue?.owner === seat ? drawn(view, name, ui) : [])),
    element("ol", { className: "tiles" }, ...tiles.map((one) => element("li", {}, one))),
  );
}

/** Where a tile can join the own row. @param {At} at @param {readonly Tile[]} row @param {number} position */
function gap({ ui, can }, row, position) {
  if (!ui || !can.place.has(position)) return [];
  const [left, right] = [row[position - 1], row[position]];
  const label = left && right ? `Between ${worded(left)} and ${worded(right)}` : left ? `After ${worded(left)}` : right ? `Before ${worded(right)}` : "Here";
  return [ui.button(`gap ${position}`, { className: "gap secret", pressed: ui.draft.gap === position, label }, () => ui.set({ gap: position }), "▾")];
}

/** @param {At} at @param {Tile} one @param {number} seat @param {number} position */
function tile({ view, name, ui, can, pointed }, one, seat, position) {
  const { colour, value, exposed } = one;
  const key = `${seat} ${position}`;
  const own = ui !== null && seat === view.seat;
  const secret = own && !exposed && value !== null;
  const joined = view.joined?.seat === seat && view.joined.position === position;
  const claim = view.turn_log.at(-1);
  const missed = claim && !claim.correct && claim.target === seat && claim.position === position ? claim.value : null;
  const finger = same(pointed?.place, { move: "deduce", seat, position });
  const className = `tile ${exposed ? "open" : "standing"} ${value === null ? "" : "known"} ${joined ? "joined" : ""} ${finger ? "pointed" : ""}`;
  const parts = [
    element("span", { className: secret ? "front secret" : "front", "aria-hidden": "true" }, value === null ? kit.backs[colour] : front(value)),
    // Claims name a tile by its place.
    ...(ui && !exposed ? [element("small", { "aria-hidden": "true" }, ordinal(position))] : []),
    ...(missed === null ? [] : [element("span", { className: "wrong", "aria-hidden": "true" }, `${front(missed)} ✗`)]),
    ...pencilled(ui, key, front),
  ];
  const after = missed === null ? "" : `, wrongly called ${spoken(missed)}`;
  const what = `${worded(one)}${value === null ? " tile" : ""}${exposed ? ", open" : ""}${joined ? ", joined last" : ""}${finger ? ", pointed at" : ""}${after}`;
  const attributes = { className, "data-colour": colour, "data-position": position };
  if (ui && can.tiles.has(key)) {
    const label = `${name(seat)}'s ${ordinal(position)} tile, ${colour}, hidden${after}${pencilledWords(ui, key)}`;
    return ui.button(`tile ${key}`, { ...attributes, pressed: ui.draft.tile === key, label }, () => ui.set({ tile: key, value: undefined }), ...parts);
  }
  if (own && can.reveal.has(position)) {
    return ui.button(`tile ${key}`, { ...attributes, pressed: ui.draft.reveal === position, label: `Your ${ordinal(position)} tile, ${what}` }, () => ui.set({ reveal: position }), ...parts);
  }
  return element("span", { ...attributes, "data-id": `tile ${key}` }, ...parts, unseen(what, secret ? "secret" : ""));
}

/** The stacks, and the tile that was drawn. @param {At} at */
function centre({ view, name, ui, can }) {
  const stacks = /** @type {const} */ (["black", "white"]).map((colour) => {
    const left = view.centre[colour];
    const option = can.take.get(colour);
    const pile = [
      element("span", { className: `tile standing ${left ? "" : "none"}`, "data-colour": colour, "aria-hidden": "true" }, element("span", { className: "front" }, kit.backs[colour])),
      element("span", { className: "said" }, option ? `Take ${colour}` : colour, element("span", { className: "left" }, element("b", {}, String(left)), " left")),
    ];
    return stack(`stack ${colour}`, ui, option ? () => ui?.send(option.move) : null, ...pile);
  });
  return element("div", { className: "tray centre-tiles", role: "group", "aria-label": "In the centre", "data-now": can.take.size > 0 }, ...stacks, ...(ui && view.clue?.owner === view.seat ? [] : drawn(view, name, ui)));
}

/** The tile that was drawn: of who plays here beside the own row, which is always in sight. @param {View} view @param {Name} name @param {Ui | null} ui */
function drawn({ clue, seat }, name, ui) {
  if (!clue) return [];
  const secret = ui && clue.owner === seat ? "secret" : "";
  const shown = element("span", { className: `tile standing ${clue.value === null ? "" : "known"}`, "data-colour": clue.colour }, element("span", { className: `front ${secret}`, "aria-hidden": "true" }, clue.value === null ? kit.backs[clue.colour] : front(clue.value)), unseen(worded(clue), secret));
  return [element("span", { className: "stack clue", "data-id": "clue" }, shown, element("span", { className: "said" }, ui && clue.owner === seat ? "New tile" : `${capital(whose(name(clue.owner)))} new tile`))];
}

/** What was claimed this turn, the newest first. @param {At} at */
function claims({ view, name }) {
  const lines = view.turn_log.slice(-LOGGED).map(({ seat, target, position, value, correct }) =>
    element("li", { className: correct ? "right" : "wrong" }, element("span", { className: "verdict", "aria-hidden": "true" }, correct ? "✓" : "✗"), ` ${name(seat)}: ${whose(name(target))} ${ordinal(position)} tile is ${spoken(value)}, `, element("b", {}, correct ? "right" : "wrong")),
  );
  return lines.length ? [element("ol", { className: "claims", "aria-label": "What was claimed this turn", "data-log": true, "data-rest": "Earlier claims: #" }, ...lines.reverse())] : [];
}
