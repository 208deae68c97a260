// @ts-check
// Passcode from above: every codebreaker's board with codes and cards, the piles and the die. By touch a card of the hand is tapped,
// then what becomes of it; a pile that is drawn from; the die that is rolled or turned.

import { dial, question } from "/static/boards/ask.js";
import { called, capital, does, others, stack, standing, unseen, verb, whose, winning, without, won } from "/static/boards/common.js";
import { leaves, options } from "/static/boards/legal.js";
import { cube, face, faces } from "/static/die/cube.js";
import { element } from "/static/element.js";
import { passcode as kit } from "/static/games/kits.js";

/** @typedef {import("/static/types").PasscodeView} View */
/** @typedef {import("/static/types").Ui} Ui */
/** @typedef {import("/static/types").Part} Part */
/** @typedef {import("/static/types").Option} Option */
/** @typedef {import("/static/types").Dial} Dial */
/** @typedef {import("/static/types").Name} Name */
/** @typedef {ReturnType<typeof offered>} Can */
/** @typedef {{ view: View, name: Name, ui: Ui | null, can: Can }} At */
/** @typedef {{ top: number, front: number }} Lies */

const LOCKS = "Your code is complete. Lay a card down to lock in: from then on you roll for its number";
const LAST_LOCKS = "Your code is complete, but no roll is left: the card's number counts against you, laid down or held; a held KEY counts 0";
const FEW = 6; // Buttons beside each other that can still be told apart at a glance.

/** @type {import("/static/types").Draw<View>} */
export function draw(shown, ui) {
  const { view } = shown;
  const at = { view, name: called(shown, ui), ui, can: offered(ui) };
  const own = ui ? view.seat : null;
  const boards = element("div", { className: "boards", "data-seats": view.seats }, ...others(view, ui).map((seat) => board(at, seat)));
  boards.style.setProperty("--slots", String(Math.max(3, ...view.level.map((_, seat) => codeOf(view, seat).length))));
  return {
    head: [heading(view), sentence(at)],
    main: [boards],
    side: [between(at)],
    ...(ui && { own: own === null ? [] : [board(at, own)], ...(asked(at, ui) ?? question(ui.prompt, ui)) }),
  };
}

/** What can be done: by pile, by card, with the die, and without a card. @param {Ui | null} ui */
function offered(ui) {
  const can = {
    draw: /** @type {Map<unknown, Option>} */ (new Map()),
    cards: /** @type {Map<unknown, { text: string, move: Option["move"] | null }[]>} */ (new Map()),
    turn: /** @type {Map<unknown, Option>} */ (new Map()),
    others: /** @type {Option[]} */ ([]),
    roll: /** @type {Option | null} */ (null),
    keyed: /** @type {Dial | null} */ (null),
    rolls: options(ui?.menu ?? null).filter(({ move }) => ["roll_rest", "own_throw"].includes(move.move)),
  };
  const of = (/** @type {unknown} */ card) => can.cards.get(card) ?? [];
  for (const option of options(ui?.prompt ?? null)) {
    const { move } = option;
    if (move.move === "draw") can.draw.set(move.pile, option);
    else if (move.move === "roll") can.roll = option;
    else if (move.move === "turn") can.turn.set(move.to, option);
    else if (move.card) can.cards.set(move.card, [...of(move.card), option]);
    else can.others.push(option);
  }
  for (const prompt of leaves(ui?.prompt ?? null)) if (prompt.kind === "dial" && prompt.move === "lay_down") can.keyed = prompt;
  const card = can.keyed?.fixed.find(([field]) => field === "card")?.[1];
  if (card) can.cards.set(card, [...of(card), { text: `Lock in with the ${card}`, move: null }]);
  return can;
}

// What is said.

/** Which round it is, and how the game is won. @param {View} view */
function heading(view) {
  const last = view.levels.at(-1);
  return last === 1 ? "Playoff · the first to lock in wins" : `Round ${view.round} · lock in LEVEL ${last} to win`;
}

/** @param {At} at */
function sentence({ view, name }) {
  const who = name(view.turn_of);
  const last = view.round_winner !== null && view.phase !== "over" ? `${does(name(view.round_winner), "have")} locked in! ` : "";
  if (view.to_act.includes("chance") && ["play", "lay_down"].includes(view.phase)) return `${last}A card is turned over`;
  switch (view.phase) {
    case "codes":
      return `${does(who, "roll")} a number for every code`;
    case "turning":
      return `${does(who, "turn")} the die square`;
    case "first":
      return view.last_act?.did === "tie" ? `A tie for the highest: ${does(who, "roll")} again` : `${does(who, "roll")}: the highest begins`;
    case "draw":
      return `${last}${does(who, "draw")} a card`;
    case "play":
      return `${last}${ways(view, who)}`;
    case "lay_down":
      return `${last}${who} may lay down a LOCK IN card`;
    case "roll":
      return `${last}${does(who, "roll")} for ${wanted(view) ?? "any number"}`;
    default:
      return won(view, name);
  }
}

/** What the one who has drawn can do, as far as all may know: who held a card before cannot keep the one drawn. @param {View} view @param {string} who */
function ways(view, who) {
  const seat = view.turn_of;
  const uses = view.filled[seat] === codeOf(view, seat).length ? `${verb(who, "lock")} in with` : verb(who, "play");
  const drops = verb(who, "drop");
  return view.hands[seat] === 1 ? `${who} ${uses}, ${drops} or ${verb(who, "keep")} the card` : `${who} ${uses} one card, or ${drops} one`;
}

/** The number that the one whose turn it is rolls for. @param {View} view */
function wanted(view) {
  const seat = view.turn_of;
  return view.lock_in[seat]?.number ?? codeOf(view, seat)[view.filled[seat]];
}

/** @param {View} view @param {number} seat */
const codeOf = (view, seat) => view.codes[seat][view.levels.indexOf(view.level[seat])] ?? [];

// What a move is made with.

/** @param {At} at @param {Ui} ui @returns {Part | null} */
function asked({ view, can }, ui) {
  const { prompt, draft } = ui;
  if (!prompt) return { pad: [], hint: waits(view), open: true };
  if (can.roll) return roll(prompt.title, can.roll, can, ui);
  if (can.turn.size) return turn(view, can, ui);
  if (can.draw.size) return { pad: [], hint: "Draw a card: tap a pile", open: true };
  if (!can.cards.size) return null;
  if (draft.keyed && can.keyed) {
    const made = dial(can.keyed, ui);
    return { ...made, hint: "The KEY stands for which number?", label: "Lock in", undo: made.undo ?? without(draft, "keyed") };
  }
  // A card that was tapped is asked about alone; until then a few ways are offered for all.
  const all = [...can.cards].flatMap(([card, some]) => some.map((option) => ({ card, ...option })));
  const offeredNow = draft.card ? all.filter(({ card }) => card === draft.card) : all.length <= FEW ? all : [];
  const acts = offeredNow.map(({ card, text, move }) =>
    ui.button(
      `act ${move ? move.move : "keyed"} ${card}`,
      { className: !move || move.move === "play" ? "go" : "way" },
      () => (move ? ui.send(move) : ui.set({ card, keyed: true })),
      text,
    ),
  );
  const locks = offeredNow.some(({ move }) => !move || move.move === "lay_down");
  const others = can.others.map((option) => ui.button(`act ${option.move.move}`, { className: "way" }, () => ui.send(option.move), option.text));
  return {
    pad: [element("div", { className: "choices" }, ...acts, ...others)],
    hint: draft.card ? `The ${draft.card}: what will you do with it?` : acts.length ? (locks ? (view.round_winner === null ? LOCKS : LAST_LOCKS) : "What will you do with your cards?") : "Tap a card of yours",
    undo: draft.card ? without(draft, "card") : null,
  };
}

/** What the next turn of this seat is, once its LOCK IN card lies. @param {View} view */
function waits({ seat, lock_in, locked_in, turn_of, last_turns, round_winner, levels }) {
  const lock = seat === null ? null : lock_in[seat];
  if (seat === null || !lock || locked_in[seat] || turn_of === seat) return "";
  if (round_winner !== null) return last_turns.includes(seat) ? `On your last turn you roll: a ${lock.number} locks in` : "";
  return `From your next turn on you roll: a ${lock.number} locks in. The first to lock in wins${levels.at(-1) === 1 ? "" : " the round"}`;
}

/** One roll; while the codes are made all that follow, too; and a throw by hand, where the tap would throw the die. @param {string} title @param {Option} one @param {Can} can @param {Ui} ui @returns {Part} */
function roll(title, one, can, ui) {
  const others = can.rolls.map(({ move, text }) => {
    const [key, className] = move.move === "roll_rest" ? ["roll rest", "way"] : ["roll own", "way quiet"];
    return ui.button(key, { className }, () => ui.send(move, "menu"), text);
  });
  const big = ui.button("roll", { className: "go big" }, () => ui.send(one.move), "Roll the die");
  return { pad: [big, ...(others.length ? [element("div", { className: "choices" }, ...others)] : [])], hint: title, open: true };
}

/** Both ways in which the die can be turned, as they would lie. @param {View} view @param {Can} can @param {Ui} ui @returns {Part} */
function turn(view, can, ui) {
  const lies = view.die;
  const right = lies && { top: lies.top, front: faces(lies).right };
  const buttons = /** @type {[string, Lies | null][]} */ ([["left", lies], ["right", right]]).flatMap(([to, die]) => {
    const option = can.turn.get(to);
    if (!option) return [];
    const seen = die && (fromSeat(view, die) ?? die);
    const drawn = seen ? [element("span", { className: "dice", "aria-hidden": "true" }, face(seen.top), face(seen.front))] : [];
    const own = die && ownNumber(view, die);
    const words = own ? `${option.text}: your number is ${own}` : die ? `${option.text}: ${die.top} on top, ${die.front} in front` : option.text;
    return [ui.button(`turn ${to}`, { className: "way turning" }, () => ui.send(option.move), ...drawn, words)];
  });
  return { pad: [element("div", { className: "choices" }, ...buttons)], hint: "The die lies askew: turn it", open: true };
}

/** The number that a die which lies so gives to this seat: the face towards it. @param {View} view @param {Lies} die */
function ownNumber(view, die) {
  if (view.seat === null || view.levels.at(-1) === 1) return null; // In a playoff only those who are tied have one.
  const { front, left, back, right, top, bottom } = faces(die);
  return (view.seats === 2 ? [front, back] : [front, left, back, right, top, bottom])[view.seat];
}

/** How a die that lies so looks from this seat, with its own side in front. Null where no side is its own: the fifth has the top, the sixth the bottom. @param {View} view @param {Lies} die */
export function fromSeat(view, die) {
  const own = ownNumber(view, die);
  return own && own !== die.top && own !== faces(die).bottom ? { top: die.top, front: own } : null;
}

/** The newest number of this seat, and which face of the die gave it. @param {View} view */
function newestNumber(view) {
  const lies = view.phase === "codes" ? dieOf(view) : null;
  const own = lies && ownNumber(view, lies);
  if (!own) return "";
  const side = own === lies.top ? "yours, the top" : own === faces(lies).bottom ? "yours, the bottom" : "your side";
  return `${side}: ${own}`;
}

// What lies on the table.

/** @param {string} kind */
function card(kind, className = "") {
  const { sign = kind, word = "" } = kit.cards[/** @type {keyof typeof kit.cards} */ (kind)] ?? {};
  return element("span", { className: `card ${className}`, "data-card": kind, "aria-hidden": "true" }, element("b", {}, sign), ...(word ? [element("small", {}, word)] : []));
}

/** @param {string} className */
const empty = (className) => element("span", { className: `card ${className}`, "aria-hidden": "true" });

/** @param {At} at @param {number} seat */
function board(at, seat) {
  const { view, name, ui } = at;
  const code = codeOf(view, seat);
  const cards = view.board[seat];
  const mine = ui !== null && seat === view.seat;
  const marks = standing(view, seat);
  const lock = view.lock_in[seat];
  const slots = code.map((number, place) => slot(number, cards[place], place === view.filled[seat] && (mine || marks.includes("acting"))));
  const newest = mine ? newestNumber(view) : "";
  const states = [
    ...(newest ? [["", newest]] : []),
    ...(view.locked_out[seat] ? [["bad", "✗ locked out"]] : []),
    ...(view.locked_in[seat] ? [["good", view.round_winner === seat ? "✓ locked in first" : "✓ locked in"]] : []),
    ...(view.last_turns.includes(seat) ? [["", "last turn to come"]] : []),
    ...(view.winners?.includes(seat) ? [["good", winning(view)]] : []),
  ].map(([how, text]) => element("span", { className: `state-mark ${how}` }, text));
  const fails = Array.from({ length: kit.fails }, (_, one) => element("i", { className: one < view.fails[seat] ? "on" : "" }, one < view.fails[seat] ? "✗" : "·"));
  const held = view.hands[seat];
  return element(
    "section",
    { className: `spot board ${marks} ${mine ? "own-board" : ""}`, "data-board": seat, "data-now": mine && view.to_act.includes(seat), "aria-label": `${capital(whose(name(seat)))} board` },
    element("header", {}, element("h2", { className: "name" }, name(seat)), ...states, element("span", { className: "score" }, element("small", {}, "score "), String(view.scores[seat]))),
    element("span", { className: "levels", "aria-hidden": "true" }, ...view.levels.map((level) => levelMark(view, seat, level))),
    element("span", { className: "code-board" }, element("span", { className: "slots", role: "img", "aria-label": spoken(view.level[seat], code, cards) }, ...slots), ...(lock ? [locked(lock)] : [])),
    element(
      "span",
      { className: "side-cards" },
      ...(mine ? hand(at, ui) : [element("span", { className: "backs", role: "img", "aria-label": held === 1 ? "1 card in hand" : `${held} cards in hand` }, ...Array.from({ length: held }, () => empty("back")))]),
      element("span", { className: "fails", role: "img", "aria-label": `${view.fails[seat]} of ${kit.fails} FAILs` }, element("small", {}, "FAIL"), ...fails),
    ),
  );
}

/** @param {number | null} number @param {string | undefined} played @param {boolean} next */
function slot(number, played, next) {
  return element("span", { className: `slot ${played ? "filled" : ""} ${next ? "next" : ""}` }, element("b", { className: "digit" }, number === null ? "?" : String(number)), played ? card(played, "played") : empty("gap"));
}

/** @param {NonNullable<View["lock_in"][number]>} lock */
function locked(lock) {
  return element("span", { className: "lock" }, card(lock.card), element("small", {}, lock.card === "KEY" ? `LOCK IN ${lock.number}` : "LOCK IN"));
}

/** @param {View} view @param {number} seat @param {number} level */
function levelMark(view, seat, level) {
  const at = view.levels.indexOf(level);
  const now = view.levels.indexOf(view.level[seat]);
  const number = level === 1 ? "playoff" : `L${level}`;
  const rolled = view.codes[seat][at]?.map((one) => one ?? "·").join("") ?? "";
  return element("span", { className: at < now ? "done" : at === now ? "now" : "" }, element("b", {}, at < now ? `✓ ${number}` : number), element("small", {}, rolled));
}

/** @param {number} level @param {readonly (number | null)[]} code @param {readonly string[]} cards */
function spoken(level, code, cards) {
  const digits = code.map((one) => one ?? "unknown").join(" ");
  return `${level === 1 ? "Playoff" : `LEVEL ${level}`}: code ${digits}; ${cards.length} of ${code.length} played`;
}

/** @param {string} kind */
const inWords = (kind) => (kind === "KEY" ? "a KEY" : kind === "FAIL" ? "a FAIL" : `the ${kind}`);

/** How the die lies: as it was rolled, or a quarter turn further if its player turned it so for the newest numbers. @param {View} view */
export function dieOf(view) {
  const lies = view.die;
  if (!lies || view.phase !== "codes") return lies;
  const newest = view.codes[0].flat().filter((number) => number !== null).at(-1);
  const turned = { top: lies.top, front: faces(lies).right };
  return newest === turned.front ? turned : lies;
}

/** The piles and the die. @param {At} at */
function between({ view, ui, can }) {
  const pile = (/** @type {string} */ called, /** @type {Node} */ node, /** @type {string} */ words, /** @type {number} */ left, more = "") => {
    const option = can.draw.get(called);
    const text = option ? [words] : [capital(`${called} pile`), ...(more ? [unseen(more)] : [])];
    const parts = [node, element("span", { className: "said" }, ...text, " ", element("small", {}, left === 1 ? "1 card" : `${left} cards`))];
    return stack(`pile ${called}`, ui, option ? () => ui?.send(option.move) : null, ...parts);
  };
  const top = view.discard_top;
  return element(
    "div",
    { className: "tray between", role: "group", "aria-label": "Piles and die", "data-now": can.draw.size > 0 },
    pile("draw", empty(view.draw_pile ? "back" : "gap"), "Draw a card", view.draw_pile),
    pile("discard", top === null ? empty("gap") : card(top), `Take the ${top}`, view.discard_pile, top === null ? "" : ` with ${inWords(top)} on top,`),
    lying(view),
  );
}

/** Whether the sides of the die count: they give the numbers of the codes. @param {Pick<View, "phase">} view */
export const showsSides = ({ phase }) => phase === "codes" || phase === "turning";

/** The die, as it looks from this seat while its sides count. @param {View} view */
function lying(view) {
  const lies = dieOf(view);
  const die = cube();
  const seen = lies && showsSides(view) ? fromSeat(view, lies) : null;
  die.show(seen ?? lies);
  return element("span", { className: view.die === null ? "lying unrolled" : "lying", "data-id": "die" }, die.root, element("span", { className: "called", "aria-hidden": "true" }, seen ? "the die from your side" : "the die"));
}

/** @param {At} at @param {Ui} ui */
function hand({ view, can }, ui) {
  const cards = view.hand ?? [];
  const one = (/** @type {string} */ kind, /** @type {number} */ at) => {
    const name = kind === "KEY" ? "KEY" : `the ${kind}`;
    if (!can.cards.has(kind)) return element("span", { className: "held secret", "data-id": `held ${at}` }, card(kind), unseen(name));
    const pressed = ui.draft.card === kind && (ui.draft.at ?? at) === at;
    const act = () => ui.set({ card: kind, at, keyed: undefined, wheels: undefined });
    return ui.button(`held ${at}`, { className: "held secret", pressed, label: `Your card: ${name}` }, act, card(kind));
  };
  if (["codes", "turning"].includes(view.phase)) return []; // Nobody has cards yet.
  const none = cards.length ? [] : [element("li", {}, "no card in hand")];
  return [element("ul", { className: "in-hand", "aria-label": "Your hand" }, ...cards.map((kind, at) => element("li", {}, one(kind, at))), ...none)];
}
