// Passcode by touch: the boards of all, the piles and the die, and the cards of your hand. Tap a card, then what becomes of it.

import { face, faces } from "/static/die/cube.js";
import { element } from "/static/element.js";
import { dieOf, heading, showsSides } from "/static/games/passcode.js";
import { dial, question, without } from "/static/touch/generic.js";
import { leaves, options } from "/static/touch/legal.js";

export { rules } from "/static/games/passcode.js";

const FEW = 6; // Buttons beside each other that can still be told apart at a glance.

export function draw(data, draft, ui) {
  const { view, prompt } = data;
  const can = offered(prompt);
  can.rolls = options(data.menu).map(({ option }) => option).filter(({ move }) => ["roll_rest", "own_throw"].includes(move.move));
  const made = asked(view, prompt, draft, ui, can) ?? question(prompt, draft, ui);
  const held = view.seat === null || view.phase === "codes" || view.phase === "turning" ? [] : [hand(view, draft, ui, can)];
  return { ...made, pad: [...held, ...made.pad], scene: scene(view, ui, can) };
}

/** What can be done: by pile, by card, with the die, and without a card. */
function offered(prompt) {
  const can = { draw: new Map(), cards: new Map(), others: [], roll: null, turn: new Map(), keyed: null };
  for (const { option } of options(prompt)) {
    const { move } = option;
    if (move.move === "draw") can.draw.set(move.pile, option);
    else if (move.move === "roll") can.roll = option;
    else if (move.move === "turn") can.turn.set(move.to, option);
    else if (move.card) can.cards.set(move.card, [...(can.cards.get(move.card) ?? []), option]);
    else can.others.push(option);
  }
  can.keyed = leaves(prompt).find(({ prompt: leaf }) => leaf.kind === "dial" && leaf.move === "lay_down")?.prompt ?? null;
  if (can.keyed) {
    const card = can.keyed.fixed.find(([field]) => field === "card")[1];
    can.cards.set(card, [...(can.cards.get(card) ?? []), { text: `Lock in with the ${card}`, keyed: true }]);
  }
  return can;
}

function asked(view, prompt, draft, ui, can) {
  if (!prompt) return { pad: [], hint: "", open: true };
  if (can.roll) return roll(prompt, ui, can);
  if (can.turn.size) return turn(view, ui, can);
  if (can.draw.size) return { pad: [], hint: "Draw a card: tap a pile", open: true };
  if (!can.cards.size) return null;
  if (draft.keyed) {
    const made = dial(can.keyed, draft, ui);
    return { ...made, hint: "The KEY stands for which number?", label: "Lock in", undo: made.undo ?? without(draft, "keyed") };
  }
  // A card that was tapped is asked about alone; until then a few ways are offered for all.
  const all = [...can.cards].flatMap(([card, ways]) => ways.map((option) => ({ card, option })));
  const picked = all.filter(({ card }) => card === draft.card);
  const offeredNow = draft.card ? picked : all.length <= FEW ? all : [];
  const acts = offeredNow.map(({ card, option }) =>
    ui.button(
      `act ${option.keyed ? "keyed" : option.move.move} ${card}`,
      { className: option.move?.move === "play" || option.keyed ? "go" : "way" },
      () => (option.keyed ? ui.set({ card, keyed: true }) : ui.send(option.move)),
      option.text,
    ),
  );
  const others = can.others.map((option) => ui.button(`act ${option.move.move}`, { className: "way" }, () => ui.send(option.move), option.text));
  return {
    pad: [element("div", { className: "choices" }, ...acts, ...others)],
    hint: draft.card ? `The ${draft.card}: what becomes of it?` : acts.length ? "What becomes of your cards?" : "Tap a card of yours",
    undo: draft.card ? without(draft, "card") : null,
  };
}

/** One roll; while the codes are made all that follow, too; and a throw by hand, where the tap would throw the die. */
function roll(prompt, ui, can) {
  const one = ui.button("roll", { className: "go big" }, () => ui.send(can.roll.move), "Roll the die");
  const others = can.rolls.map(({ move, text }) => {
    const [key, className] = move.move === "roll_rest" ? ["roll rest", "way"] : ["roll own", "way quiet"];
    return ui.button(key, { className }, () => ui.send(move, "menu"), text);
  });
  return { pad: [one, ...(others.length ? [element("div", { className: "choices" }, ...others)] : [])], hint: prompt.title, open: true };
}

/** Both ways in which the die can be turned, as they would lie. */
function turn(view, ui, can) {
  const lies = view.die;
  const right = lies && { top: lies.top, front: faces(lies).right };
  const ways = [["left", lies], ["right", right]].flatMap(([to, die]) => {
    const option = can.turn.get(to);
    if (!option) return [];
    const drawn = die ? [element("span", { className: "dice", "aria-hidden": "true" }, face(die.top), face(die.front))] : [];
    const words = die ? `${option.text}: ${die.top} on top, ${die.front} in front` : option.text;
    return [ui.button(`turn ${to}`, { className: "way turning" }, () => ui.send(option.move), ...drawn, words)];
  });
  return { pad: [element("div", { className: "choices" }, ...ways)], hint: "The die lies askew: turn it", open: true };
}

function scene(view, ui, can) {
  const seats = Array.from({ length: view.seats }, (_, step) => (view.seat === null ? step : (view.seat + 1 + step) % view.seats));
  return [
    element("p", { className: "facts" }, heading(view)),
    ...seats.filter((seat) => seat !== view.seat).map((seat) => board(view, seat, ui)),
    between(view, ui, can),
    ...(view.seat === null ? [] : [board(view, view.seat, ui)]),
  ];
}

function card(kind, className = "") {
  const sign = kind === "KEY" ? "K" : kind === "FAIL" ? "✗" : kind;
  const word = kind === "KEY" || kind === "FAIL" ? [element("small", {}, kind)] : [];
  return element("span", { className: `card ${className}`, "data-card": kind, "aria-hidden": "true" }, element("b", {}, sign), ...word);
}

function codeOf(view, seat) {
  return view.codes[seat][view.levels.indexOf(view.level[seat])] ?? [];
}

function board(view, seat, ui) {
  const code = codeOf(view, seat);
  const cards = view.board[seat];
  const lock = view.lock_in[seat];
  const mine = seat === view.seat;
  const acting = view.to_act.includes(seat) || (view.to_act.includes("chance") && view.turn_of === seat);
  const slots = code.map((number, at) => {
    const played = cards[at];
    const marks = [played ? "filled" : "", at === view.filled[seat] && mine ? "next" : ""];
    return element("span", { className: `slot ${marks.join(" ")}` }, element("b", {}, number ?? "?"), element("small", {}, played === "KEY" ? "KEY" : played ? "✓" : ""));
  });
  const states = [
    view.locked_out[seat] ? "✗ locked out" : "",
    view.round_winner === seat ? "✓ locked in" : "",
    view.last_turns.includes(seat) ? "last turn to come" : "",
    view.winners?.includes(seat) ? "wins" : "",
  ].filter(Boolean);
  const fails = "✗".repeat(view.fails[seat]) + "·".repeat(3 - view.fails[seat]);
  const level = view.level[seat];
  const digits = code.map((one) => one ?? "unknown").join(" ");
  const spoken = `${level === 1 ? "Playoff" : `LEVEL ${level}`}: code ${digits}; ${cards.length} of ${code.length} played`;
  const others = view.levels.map((one, at) => (one === level ? "" : `L${one}: ${(view.codes[seat][at] ?? []).map((number) => number ?? "·").join("")}`)).filter(Boolean);
  const held = view.hands[seat] === 1 ? "1 card" : `${view.hands[seat]} cards`;
  return element(
    "section",
    { className: `codebreaker ${acting ? "acting" : ""} ${mine ? "mine" : ""}`, "data-board": seat, "data-now": mine && view.to_act.includes(seat), "aria-label": `${mine ? "Your" : `${ui.name(seat)}'s`} board` },
    element("header", {}, element("h2", {}, mine ? "You" : ui.name(seat)), element("span", {}, level === 1 ? "playoff" : `LEVEL ${level}`), ...states.map((state) => element("span", { className: "mark" }, state)), element("span", { className: "points" }, `score ${view.scores[seat]}`)),
    element("span", { className: "slots", role: "img", "aria-label": spoken }, ...slots),
    element(
      "span",
      { className: "beside" },
      element("span", { role: "img", "aria-label": `${view.fails[seat]} of 3 FAILs` }, `FAIL ${fails}`),
      lock ? element("span", { className: "lock" }, card(lock.card), `LOCK IN ${lock.number ?? lock.card}`) : mine ? "" : element("span", {}, held),
    ),
    mine && others.length ? element("small", { className: "levels" }, others.join(" · ")) : "",
  );
}

const inWords = (kind) => (kind === "KEY" ? "a KEY" : kind === "FAIL" ? "a FAIL" : `the ${kind}`);

/** The die: its top, and while its sides give numbers what is in front. */
function lying(view) {
  const { top, front } = dieOf(view);
  const [side, below] = showsSides(view) ? [`, ${front} in front`, [element("small", { "aria-hidden": "true" }, `${front} in front`)]] : ["", []];
  return element("span", { className: "lying", role: "img", "aria-label": `The die: ${top} on top${side}` }, face(top), ...below);
}

function between(view, ui, can) {
  const lies = view.discard_top === null ? "" : ` with ${inWords(view.discard_top)} on top,`;
  const pile = (name, node, words, left) => {
    const option = can.draw.get(name);
    const called = name === "draw" ? ["Draw pile"] : ["Discard pile", element("span", { className: "unseen" }, lies)];
    const parts = [node, element("span", {}, ...(option ? [words] : called), " ", element("small", {}, left === 1 ? "1 card" : `${left} cards`))];
    if (!option) return element("span", { className: "stack", "data-id": `pile ${name}` }, ...parts);
    return ui.button(`pile ${name}`, { className: "stack way" }, () => ui.send(option.move), ...parts);
  };
  const top = view.discard_top === null ? element("span", { className: "card none" }) : card(view.discard_top);
  const die = view.die ? [lying(view)] : [];
  return element(
    "div",
    { className: "piles", role: "group", "aria-label": "Piles and die", "data-now": can.draw.size > 0 },
    pile("draw", element("span", { className: "card back", "aria-hidden": "true" }), "Draw a card", view.draw_pile),
    pile("discard", top, `Take the ${view.discard_top}`, view.discard_pile),
    ...die,
  );
}

function hand(view, draft, ui, can) {
  const cards = view.hand ?? [];
  const shown = cards.map((kind, at) => {
    const name = kind === "KEY" ? "KEY" : `the ${kind}`;
    if (!can.cards.has(kind)) return element("li", {}, element("span", { className: "held secret", "data-id": `held ${at}` }, card(kind), element("span", { className: "unseen" }, name)));
    const act = () => ui.set({ card: kind, at, keyed: undefined, wheels: undefined });
    return element("li", {}, ui.button(`held ${at}`, { className: "held secret", pressed: draft.card === kind && (draft.at ?? at) === at, label: `Your card: ${name}` }, act, card(kind)));
  });
  const none = cards.length ? [] : [element("li", {}, "no card in hand")];
  return element("section", { className: "in-hand", "aria-label": "Your hand" }, element("h2", {}, "Your hand"), element("ul", {}, ...shown, ...none));
}
