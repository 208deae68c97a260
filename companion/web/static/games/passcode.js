// Passcode from above: every codebreaker's board with codes and cards, and between them the piles and the die.

import { cube, faces } from "/static/die/cube.js";
import { element } from "/static/element.js";
import { head, naming, standing, won } from "/static/games/head.js";

export const rules = "/rules/passcode";

/** Fill the empty `root`; returns what shows a view. */
export function draw(root) {
  root.classList.add("passcode");
  const top = head();
  const boards = element("div", { className: "boards" });
  const die = cube();
  const told = element("span", { className: "called" });
  const piles = element("div", { className: "piles" });
  const lying = element("span", { className: "lying" }, die.root, told);
  root.append(top.root, element("div", { className: "between" }, piles, lying), boards);

  return function show(view, names) {
    const name = naming(names);
    top.show(heading(view), sentence(view, name));
    piles.replaceChildren(...inPiles(view));
    const lies = dieOf(view);
    die.show(lies);
    lying.classList.toggle("unrolled", view.die === null);
    const all = lies && showsSides(view) && faces(lies);
    told.textContent = all ? `left ${all.left} · front ${all.front} · right ${all.right}` : "the die";
    boards.dataset.seats = view.seats;
    boards.style.setProperty("--slots", Math.max(3, ...view.level.map((_, seat) => codeOf(view, seat).length)));
    boards.replaceChildren(...Array.from({ length: view.seats }, (_, seat) => board(view, seat, name)));
  };
}

/** Which round it is, and how the game is won. */
export function heading(view) {
  const last = view.levels.at(-1);
  return last === 1 ? "Playoff · the first to lock in wins" : `Round ${view.round} · lock in LEVEL ${last} to win`;
}

/** Whether the sides of the die count: they give the numbers of the codes. */
export const showsSides = (view) => ["codes", "turning"].includes(view.phase);

/** The die as it lies: as it was rolled, or a quarter turn further if its player turned it so for the newest numbers. */
export function dieOf(view) {
  const lies = view.die;
  if (!lies || view.phase !== "codes") return lies;
  const newest = view.codes[0].flat().filter((number) => number !== null).at(-1);
  const turned = { top: lies.top, front: faces(lies).right };
  return newest === turned.front ? turned : lies;
}

function sentence(view, name) {
  const who = name(view.turn_of);
  const last = view.round_winner !== null && view.phase !== "over" ? `${name(view.round_winner)} has locked in! ` : "";
  if (view.to_act.includes("chance") && ["play", "lay_down"].includes(view.phase)) return `${last}A card is turned over`;
  switch (view.phase) {
    case "codes":
      return `${who} rolls a number for every code`;
    case "turning":
      return `${who} turns the die square`;
    case "first":
      return view.last_act?.did === "tie" ? `A tie for the highest: ${who} rolls again` : `${who} rolls: the highest begins`;
    case "draw":
      return `${last}${who} draws a card`;
    case "play":
      return `${last}${who} ${ways(view)}`;
    case "lay_down":
      return `${last}${who} may lay down a LOCK IN card`;
    case "roll":
      return `${last}${who} rolls for ${wanted(view) ?? "any number"}`;
    default:
      return won(view, name);
  }
}

/** What the one who has drawn can do, as far as all may know: who held a card before cannot keep the one drawn. */
function ways(view) {
  const seat = view.turn_of;
  const uses = view.filled[seat] === codeOf(view, seat).length ? "locks in with" : "plays";
  return view.hands[seat] === 1 ? `${uses}, drops or keeps the card` : `${uses} one card, or drops one`;
}

/** The number that the one whose turn it is rolls for. */
function wanted(view) {
  const seat = view.turn_of;
  return view.lock_in[seat]?.number ?? codeOf(view, seat)[view.filled[seat]];
}

function codeOf(view, seat) {
  return view.codes[seat][view.levels.indexOf(view.level[seat])] ?? [];
}

function card(kind, className = "") {
  const sign = kind === "KEY" ? "K" : kind === "FAIL" ? "✗" : kind;
  const word = kind === "KEY" || kind === "FAIL" ? [element("small", {}, kind)] : [];
  return element("span", { className: `card ${className}`, "data-card": kind }, element("b", {}, sign), ...word);
}

function back() {
  return element("span", { className: "card back" });
}

function inPiles(view) {
  const drawn = element("span", { className: "pile" }, view.draw_pile ? back() : element("span", { className: "card gap" }));
  drawn.append(element("span", { className: "called" }, `draw · ${view.draw_pile}`));
  const top = view.discard_top === null ? element("span", { className: "card gap" }) : card(view.discard_top);
  return [drawn, element("span", { className: "pile" }, top, element("span", { className: "called" }, `discard · ${view.discard_pile}`))];
}

function board(view, seat, name) {
  const code = codeOf(view, seat);
  const level = view.level[seat];
  const cards = view.board[seat];
  const marks = standing(view, seat);
  const lock = view.lock_in[seat];
  const slots = code.map((number, at) => slot(number, cards[at], at === view.filled[seat] && marks.includes("acting")));
  const states = [];
  if (view.locked_out[seat]) states.push(element("span", { className: "state-mark bad" }, "✗ locked out"));
  if (view.round_winner === seat) states.push(element("span", { className: "state-mark good" }, "✓ locked in"));
  if (view.last_turns.includes(seat)) states.push(element("span", { className: "state-mark" }, "last turn to come"));
  const fails = view.fails[seat];
  const pips = element("span", { className: "fails", role: "img", "aria-label": `${fails} of 3 FAILs` });
  pips.append(...[0, 1, 2].map((at) => element("i", { className: at < fails ? "on" : "" }, at < fails ? "✗" : "·")));
  const hand = element("span", { className: "held", role: "img", "aria-label": `${view.hands[seat]} cards in hand` });
  hand.append(...Array.from({ length: view.hands[seat] }, back));
  const locked = lock
    ? element("span", { className: "lock", title: "LOCK IN card" }, card(lock.card), element("small", {}, lock.card === "KEY" ? `LOCK IN ${lock.number}` : "LOCK IN"))
    : "";
  return element(
    "section",
    { className: `board ${marks}`, "data-board": seat, "aria-label": `${name(seat)}'s board` },
    element(
      "header",
      {},
      element("span", { className: "name" }, name(seat)),
      ...states,
      marks.includes("winner") ? element("span", { className: "state-mark good" }, "winner") : "",
      element("span", { className: "score", "aria-label": `score ${view.scores[seat]}` }, String(view.scores[seat])),
    ),
    element("span", { className: "levels", "aria-hidden": "true" }, ...view.levels.map((one) => levelMark(view, seat, one))),
    element("span", { className: "code-board", role: "img", "aria-label": spoken(level, code, cards) }, ...slots, locked),
    element("span", { className: "side-cards" }, hand, pips),
  );
}

function slot(number, played, next) {
  const digit = element("span", { className: "digit" }, number === null ? "?" : String(number));
  const lies = played ? card(played, "played") : element("span", { className: "card gap" });
  return element("span", { className: `slot ${played ? "filled" : ""} ${next ? "next" : ""}` }, digit, lies);
}

function levelMark(view, seat, level) {
  const at = view.levels.indexOf(level);
  const now = view.levels.indexOf(view.level[seat]);
  const className = at < now ? "done" : at === now ? "now" : "";
  const number = level === 1 ? "playoff" : `L${level}`;
  const rolled = view.codes[seat][at]?.map((one) => one ?? "·").join("") ?? "";
  return element("span", { className }, element("b", {}, at < now ? `✓ ${number}` : number), element("small", {}, rolled));
}

function spoken(level, code, cards) {
  const digits = code.map((one) => one ?? "unknown").join(" ");
  return `LEVEL ${level}: code ${digits}; ${cards.length} of ${code.length} played`;
}
