// @ts-check
// Break the Code from above: the rows, the open cards, and a table of who answered what. By touch a card is tapped to ask it, and a
// guess is made of tiles that are tapped in any order: they stand as a row does.

import { question } from "/static/boards/ask.js";
import { allDo, called, capital, does, others, pencilled, pencilledWords, standing, unseen, verb, whose, winning, without, won } from "/static/boards/common.js";
import { leafOf, options } from "/static/boards/legal.js";
import { element, listed } from "/static/element.js";
import { breakthecode as kit } from "/static/games/kits.js";

/** @typedef {import("/static/types").BreakTheCodeView} View */
/** @typedef {import("/static/types").Ui} Ui */
/** @typedef {import("/static/types").Part} Part */
/** @typedef {import("/static/types").Option} Option */
/** @typedef {import("/static/types").Name} Name */
/** @typedef {View["asked"][number]} Asked */
/** @typedef {Asked["answers"][number]} Answer */
/** @typedef {readonly (string | null)[]} Row */
/** @typedef {ReturnType<typeof offered>} Can */
/** @typedef {{ view: View, name: Name, ui: Ui | null, can: Can, pointed: string | null }} At */

const NEIGHBOURS = ["runs", "same_colour"]; // Their answers name the left one of two neighbours.
const CARDS = /** @type {Record<string, { label: string, asks: string }>} */ (kit.cards);
const COPIES = /** @type {Record<string, number>} */ (kit.copies);
const COLOURS = /** @type {Record<string, string>} */ (kit.colours);

/** What is pencilled at a tile, and what the next tap makes of it. @type {Record<string, { word: string, next: string[] }>} */
const PENCILLED = { "": { word: "", next: ["✗"] }, "✗": { word: "out", next: ["?"] }, "?": { word: "maybe", next: [] } };

/** @type {import("/static/types").Draw<View>} */
export function draw(shown, ui) {
  const { view } = shown;
  const at = { view, name: called(shown, ui), ui, can: offered(ui?.prompt ?? null), pointed: /** @type {any} */ (shown.pointed?.place)?.card ?? null };
  const own = ui ? view.seat : null;
  const hands = [...others(view, ui).map((seat) => rack(at, seat)), ...(view.middle ? [middle(at, view.middle)] : [])];
  const racks = element("div", { className: "racks", "data-hands": hands.length }, ...hands);
  if (!ui) {
    return { head: [`Break the Code · ${state(view)}`, sentence(at)], main: [lying(at), racks], side: heard(at) };
  }
  // What is asked stands first, and above a guess what is known; the rows of others are face down until the end.
  const told = [...helping(at, ui), ...answers(at), ...guesses(at)];
  return {
    head: [facts(at), sentence(at)],
    main: view.phase === "over" ? [racks, ...told] : isGuessing(at, ui) ? [...told, openCards(at)] : [openCards(at), ...told],
    side: [],
    own: own === null ? [] : [rack(at, own)],
    ...(asked(at, ui) ?? question(ui.prompt, ui)),
    open: true,
  };
}

/** What can be done. @param {import("/static/types").Prompt | null} prompt */
function offered(prompt) {
  const all = options(prompt);
  const guess = leafOf(prompt, "fill", "guess");
  return {
    asks: all.filter(({ move }) => move.move === "ask"),
    guess: guess?.kind === "fill" ? guess : null,
    pass: all.find(({ move }) => move.move === "pass") ?? null,
  };
}

// What is said.

/** @param {View} view */
const state = (view) => (view.pile || view.open.length ? `${view.pile === 1 ? "1 card" : `${view.pile} cards`} in the pile` : "No card is left");

/** What this seat looks for. @param {At} at */
function facts({ view, name }) {
  if (view.phase === "over") return view.middle ? `In the middle lay ${rowWords(view.middle)}` : "";
  if (view.seat === null) return state(view);
  return `Find ${view.middle ? "the row in the middle" : `${whose(name(1 - view.seat))} row`} · ${state(view)}`;
}

/** @param {At} at */
function sentence({ view, name }) {
  const who = name(view.turn_of);
  switch (view.phase) {
    case "deal":
      return "The tiles are dealt";
    case "open":
      return "A card is opened";
    case "turn":
      return view.open.length ? `${does(who, "ask")} a card, or ${verb(who, "guess")} the row` : `${does(who, "guess")} the row, or ${verb(who, "pass")}`;
    case "last":
      return `${does(who, "have")} one last turn: a guess, or a pass`;
    default:
      return view.winners && view.winners.length > 1 ? `${allDo(view.winners.map(name), "win")}` : won(view, name);
  }
}

/** @param {string} tile */
const number = (tile) => tile.slice(1);
/** @param {string} tile */
const colour = (tile) => COLOURS[tile[0]];
/** @param {string | null} tile */
const words = (tile) => (tile === null ? "face down" : `${colour(tile)} ${number(tile)}`);
/** @param {Row} row */
const rowWords = (row) => row.map(words).join(", ");

/** Neighbours as stretches of places: A and B are the left ones of "ABC". @param {readonly string[]} places */
function stretches(places) {
  /** @type {string[]} */
  const found = [];
  for (const left of places) {
    const right = kit.places[kit.places.indexOf(left) + 1];
    const last = found.at(-1);
    if (last?.endsWith(left)) found[found.length - 1] = last + right;
    else found.push(left + right);
  }
  return found;
}

/** @param {string} card @param {Answer} answer */
function answerText(card, answer) {
  if (answer === null) return "";
  if (typeof answer === "boolean") return answer ? "yes" : "no";
  if (typeof answer === "number") return String(answer);
  if (!answer.length) return "none";
  return NEIGHBOURS.includes(card) ? stretches(answer).join(" ") : answer.join(" ");
}

/** A card with the number that was chosen. @param {string} card @param {unknown} chosen */
const asks = (card, chosen) => (typeof chosen === "number" ? `Where is ${chosen === 8 ? "an" : "a"} ${chosen}?` : CARDS[card].asks);

// What a move is made with.

/** How many turns were played: each one begins with the cards. @param {View} view */
const turnsPlayed = ({ asked, guesses }) => asked.length + guesses.length;

/** Whether a guess is made, and no card asked. @param {At} at @param {Ui} ui */
const isGuessing = ({ view, can }, ui) => can.guess !== null && (!can.asks.length || ui.memory.guessing === turnsPlayed(view));

/** The pad and the bar; null for a question that has no place on the table. @param {At} at @param {Ui} ui @returns {Part | null} */
function asked(at, ui) {
  const { can } = at;
  if (!can.asks.length && !can.guess) return null;
  const guessing = isGuessing(at, ui);
  const made = ui.draft.passes && can.pass ? pass(can.pass, ui) : guessing && can.guess ? guess(at, can.guess, ui) : ask(at, ui);
  // Below what a move is made with, so that they keep their place where that is higher.
  const tabs = can.asks.length && can.guess ? [ways(at, guessing ? "guess" : "ask", ui)] : [];
  const passes = can.pass ? [ui.button("pass", { className: "way", pressed: Boolean(ui.draft.passes) }, () => ui.set({ passes: true }), "Pass: no guess")] : [];
  return { ...made, pad: [...made.pad, ...tabs, ...passes] };
}

/** Passing ends the own turn, and perhaps the game, so it is asked back. @param {Option} taken @param {Ui} ui @returns {Part} */
function pass(taken, ui) {
  return { pad: [], hint: "", label: "Pass", ready: { text: "Pass, and guess nothing?", move: taken.move }, undo: without(ui.draft, "passes") };
}

/** @param {At} at @param {string} now @param {Ui} ui */
function ways({ view }, now, ui) {
  const tab = (/** @type {string} */ key, /** @type {string} */ text) => ui.button(`tab ${key}`, { className: "tab", pressed: now === key }, () => ui.remember({ guessing: key === "guess" ? turnsPlayed(view) : null }), text);
  return element("div", { className: "tabs", role: "group", "aria-label": "What to do" }, tab("ask", "Ask a card"), tab("guess", "Guess the row"));
}

/** @param {At} at @param {Ui} ui @returns {Part} */
function ask({ can }, ui) {
  const { draft } = ui;
  const some = can.asks.filter(({ move }) => move.card === draft.card);
  const taken = some.length > 1 ? some.find(({ move }) => move.number === draft.number) : some[0];
  const numbers = (some.length > 1 ? some : []).map(({ move }) =>
    ui.button(`number ${move.number}`, { className: "symbol", pressed: draft.number === move.number, label: asks(String(move.card), move.number) }, () => ui.set({ number: move.number }), String(move.number)),
  );
  return {
    // There is room for the numbers before a card is tapped that has some.
    pad: can.asks.some(({ move }) => "number" in move) ? [element("div", { className: "symbols two", role: "group", "aria-label": "Which number?" }, ...numbers)] : [],
    hint: some.length > 1 ? "Choose one of the two numbers" : "Tap an open card",
    label: "Ask",
    ready: taken ? { text: asks(String(taken.move.card), taken.move.number), move: taken.move } : null,
    undo: some.length ? without(draft, some.length > 1 && taken ? "number" : "card") : null,
    point: some.length ? { move: "ask", card: draft.card } : null,
  };
}

/** What a wrong guess costs; nothing is left to lose in a last turn. @param {View} view */
const stake = ({ phase, seats }) => (phase === "last" ? "" : ` A wrong guess ${seats === 2 ? "ends your turn" : "puts you out"}.`);

const FULL = "The guess is whole: tap a chosen tile to take it out.";

/** A row of tiles in their order. @param {At} at @param {Extract<import("/static/types").Prompt, { kind: "fill" }>} fill @param {Ui} ui @returns {Part} */
function guess({ view }, fill, ui) {
  const { draft } = ui;
  /** @type {string[]} */
  const chosen = draft.tiles ?? [];
  const tap = `${view.phase === "last" ? "Your last turn: tap" : "Tap"} ${fill.length} tiles, in any order`;
  const length = fill.length;
  const held = view.seat === null ? [] : view.rows[view.seat];
  const row = Array.from({ length }, (_, place) => {
    const one = chosen[place];
    return element("li", { className: "slot" }, element("small", { "aria-hidden": "true" }, kit.places[place]), one ? tile(one) : element("span", { className: "tile empty", "aria-hidden": "true" }, "?"));
  });
  const symbols = kit.tiles.map((name) => {
    const count = chosen.filter((one) => one === name).length;
    const own = held.filter((one) => one === name).length;
    const full = chosen.length >= length && !count;
    const label = `${words(name)}${count ? `, chosen${count > 1 ? " twice" : ""}` : ""}${own ? ", you hold it" : ""}${pencilledWords(ui, name, (mark) => PENCILLED[mark].word)}`;
    const act = () => {
      if (full) ui.refuse(FULL);
      else if (ui.pencil?.on) ui.pencil.write(name, PENCILLED[ui.pencil.marks[name]?.[0] ?? ""].next);
      else ui.set({ tiles: toggled(chosen, name, length), before: draft });
    };
    return ui.button(`symbol ${name}`, { className: `tile pick ${own >= COPIES[name] ? "held" : ""}`, "data-colour": colour(name), pressed: count > 0, disabled: full, label, why: full ? FULL : "" }, act, number(name), ...(count > 1 ? [element("small", {}, "×2")] : []), ...pencilled(ui, name));
  });
  return {
    pad: [
      element("ol", { className: "slots", "aria-label": chosen.length ? `Your guess: ${rowWords(chosen)}` : "Your guess" }, ...row),
      element("div", { className: "picks", role: "group", "aria-label": "Tiles" }, ...symbols),
    ],
    hint: chosen.length ? `Tap ${length - chosen.length} more tile${length - chosen.length === 1 ? "" : "s"}` : tap,
    label: "Guess",
    ready: chosen.length === length ? { text: `Is this the row?${stake(view)}`, move: { move: "guess", tiles: chosen } } : null,
    undo: draft.before ?? null,
  };
}

/** The tiles with one more or less of a kind, in the order of a row. @param {readonly string[]} chosen @param {string} name @param {number} length */
function toggled(chosen, name, length) {
  const count = chosen.filter((one) => one === name).length;
  const rest = chosen.filter((one) => one !== name);
  const more = count < COPIES[name] && chosen.length < length ? count + 1 : 0;
  return [...rest, ...Array.from({ length: more }, () => name)].sort((one, other) => kit.tiles.indexOf(one) - kit.tiles.indexOf(other));
}

// What lies on the table.

/** @param {string | null} name @param {string} [secret] */
function tile(name, secret = "") {
  if (name === null) return element("span", { className: "tile down" }, unseen("face down"));
  return element("span", { className: `tile ${secret}`, "data-colour": colour(name) }, element("span", { "aria-hidden": "true" }, number(name)), unseen(words(name)));
}

/** @param {Row} row @param {string} secret */
function tiles(row, secret) {
  return element("ol", { className: "tiles" }, ...row.map((one, place) => element("li", {}, element("small", { "aria-hidden": "true" }, kit.places[place]), tile(one, secret))));
}

/** @param {At} at @param {number} seat */
function rack({ view, name, ui }, seat) {
  const own = ui !== null && seat === view.seat;
  const marks = standing(view, seat);
  const role = marks.includes("winner") ? winning(view) : marks.includes("out") ? "out" : "";
  const label = capital(`${whose(name(seat))} row`);
  return element(
    "section",
    { className: `spot rack ${marks}`, "data-rack": seat, "aria-label": label },
    element("header", {}, element("h2", { className: "name" }, own ? label : name(seat)), element("span", { className: "role" }, role)),
    tiles(view.rows[seat], own && view.phase !== "over" ? "secret" : ""),
  );
}

/** @param {At} at @param {Row} row */
function middle({ view }, row) {
  return element("section", { className: "spot rack in-middle", "aria-label": "The row in the middle" }, element("header", {}, element("h2", { className: "name" }, "The middle"), element("span", { className: "role" }, view.phase === "over" ? "" : "find it")), tiles(row, ""));
}

/** @param {At} at */
function openCards(at) {
  const { view, ui, can, pointed } = at;
  const shown = view.open.map((card) => {
    const { asks: text } = CARDS[card];
    const canAsk = ui && can.asks.some(({ move }) => move.card === card);
    if (!canAsk) return element("span", { className: `card ${card === pointed ? "pointed" : ""}`, "data-id": `card ${card}` }, text);
    const act = () => {
      ui.remember({ guessing: null });
      ui.set({ card, number: undefined });
    };
    return ui.button(`card ${card}`, { className: "card", pressed: ui.draft.card === card && !isGuessing(at, ui) }, act, text);
  });
  const none = view.open.length ? [] : [element("p", { className: "none" }, view.phase === "deal" || view.pile ? "No card is open yet." : "No card is left.")];
  return element("div", { className: "cards", role: "group", "aria-label": "Open cards", "data-now": can.asks.length > 0 && !(ui && isGuessing(at, ui)) }, ...shown, ...none);
}

/** Who answered what, the newest first. @param {At} at */
function answers({ view, name }) {
  if (!view.asked.length) return [];
  const seats = Array.from({ length: view.seats }, (_, seat) => seat);
  const head = element("tr", {}, element("th", { scope: "col" }, "Question"), ...seats.map((seat) => element("th", { scope: "col" }, element("span", {}, name(seat)))));
  const rows = [...view.asked].reverse().map((one) => {
    const cells = seats.map((seat) => {
      const answer = one.answers[seat];
      const asker = seat === one.seat && answer === null;
      const text = asker ? "asked" : answerText(one.card, answer);
      return element("td", { className: asker ? "long asker" : text.length > 3 ? "long" : "" }, text);
    });
    return element("tr", {}, element("th", { scope: "row" }, asks(one.card, one.number)), ...cells);
  });
  return [element("div", { className: "said", "data-seats": view.seats, "data-log": true }, element("table", { "aria-label": "Answers" }, element("thead", {}, head), element("tbody", {}, ...rows)))];
}

/** The tiles of a guess, where the view may know them, and whether it was right. @param {readonly string[] | null} row @param {boolean} correct */
const guessed = (row, correct) => [
  ...(row ? [element("span", { className: "small" }, ...row.map((one) => tile(one)))] : []),
  element("b", { className: "verdict" }, correct ? "✓ right" : "✗ wrong"),
];

/** @param {At} at */
function guesses({ view, name }) {
  const lines = [...view.guesses].reverse().map(({ seat, tiles: row, correct }) =>
    element("li", { className: correct ? "right" : "wrong" }, element("b", {}, name(seat)), ...guessed(row, correct)),
  );
  return lines.length ? [element("ol", { className: "guesses", "aria-label": "Guesses" }, ...lines)] : [];
}

/** The open cards, for those who look on. @param {At} at */
function lying({ view, pointed }) {
  return element("ol", { className: "lying", "aria-label": "Open cards" }, ...view.open.map((card) => element("li", { className: card === pointed ? "pointed" : "" }, CARDS[card].asks)));
}

/** Questions with all answers and guesses, the newest first, for those who look on. @param {At} at */
function heard({ view, name }) {
  const tried = view.guesses.map(({ seat, tiles: row, correct }) =>
    element("li", { className: correct ? "right" : "wrong" }, element("i", {}, name(seat)), ...guessed(row, correct)),
  );
  const told = view.asked.map((one) => {
    const said = one.answers.flatMap((answer, seat) => (answer === null ? [] : [element("span", {}, `${name(seat)} `, element("b", {}, answerText(one.card, answer)))]));
    return element("li", {}, element("span", {}, asks(one.card, one.number)), ...said);
  });
  const lines = [...tried.reverse(), ...told.reverse()];
  return lines.length ? [element("ol", { className: "heard", "aria-label": "Questions and guesses", "data-rest": "Earlier ones: #", "data-tells": true }, ...lines)] : [];
}

/** The helping sheet: what may lie at each place of the row that is sought. @param {At} at @param {Ui} ui */
function helping({ view }, ui) {
  const sheet = /** @type {import("/static/types").BreakTheCodeSheetData | null} */ (ui.sheet);
  if (!sheet || view.phase === "over") return [];
  const places = Object.entries(sheet.tiles);
  const count = sheet.count.toLocaleString("en");
  const text = places.length ? `${count} possible` : `${count} ways to lie are possible. The sheet begins when fewer are left.`;
  const lines = places.map(([place, some]) =>
    element("li", {}, element("b", {}, place), element("span", { className: "small", role: "img", "aria-label": listed(some.map(words)) }, ...some.map((one) => element("span", { className: "tile", "data-colour": colour(one) }, number(one))))),
  );
  return [element("section", { className: "sheet", "aria-label": "Helping sheet" }, element("p", {}, text), ...(lines.length ? [element("ol", {}, ...lines)] : []))];
}
