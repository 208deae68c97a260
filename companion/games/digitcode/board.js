// @ts-check
// Digit Code: the sheet with six seven-segment digits and the letters of their lines, and on it what everybody has heard.
//
// A line that was asked bears its number, a space that was asked is filled or crossed out, a place is marked even or odd, and between
// two neighbours stands which is larger. The code itself is drawn where the view has it. By touch lines and spaces are asked on the
// sheet; other pages ask of digits, propose, and list all answers.

import { fill, question } from "/static/boards/ask.js";
import { allDo, called, capital, does, pencilledWords, plate, standing, unseen, verb, whose, winning, without, won } from "/static/boards/common.js";
import { leafOf, leavesOf, options } from "/static/boards/legal.js";
import { element, listed } from "/static/element.js";
import { digitcode as kit } from "/static/games/kits.js";

/** @typedef {import("/static/types").DigitCodeView} View */
/** @typedef {import("/static/types").Ui} Ui */
/** @typedef {import("/static/types").Part} Part */
/** @typedef {import("/static/types").Option} Option */
/** @typedef {number | "table"} Owner */
/** @typedef {import("/static/types").Name} Name */
/** @typedef {ReturnType<typeof offered>} Can */
/** @typedef {ReturnType<typeof known>} Known */
/** @typedef {{ view: View, name: Name, ui: Ui, can: Can, owner: Owner, finger: Finger }} At */
/** @typedef {ReadonlySet<string>} Finger the lines, digits and spaces at which somebody points */
/** @typedef {Part & { main: Node[] }} Page */

const TABS = [["sheet", "Sheet"], ["digits", "Digits"], ["propose", "Propose"], ["answers", "Answers"]];
const OPENING = 4; // Questions of the opening, where there is one.
const HALF = 7; // Rows of the sheet from the upper digits to the lower ones; two of them have the letters of the columns.

/** @type {import("/static/types").Draw<View>} */
export function draw(shown, ui) {
  const { view } = shown;
  const name = called(shown, ui);
  if (ui) return playing(shown, ui, name);
  /** @type {Owner[]} */
  const owners = view.master === null ? Array.from({ length: view.seats }, (_, seat) => seat) : [view.master];
  const nothing = offered(null);
  const sheets = element("div", { className: "sheets", "data-tall": true, "data-sheets": owners.length }, ...owners.map((owner) => sheet(view, owner, name, nothing, null, fingerOn(shown, owner))));
  const entries = heard(view, name, false);
  const list = entries.length ? [element("ol", { className: "heard", "aria-label": "Questions and proposals", "data-rest": "and # more: see the sheet", "data-tells": true }, ...entries)] : [];
  return {
    head: [`Digit Code${view.replays ? ` · replay ${view.replays}` : ""}`, sentence(view, name)],
    main: [sheets],
    side: [element("ul", { className: "solvers", "aria-label": "Players" }, ...Array.from({ length: view.seats }, (_, seat) => solver(view, seat, name))), ...list],
  };
}

/** The same by touch. @param {import("/static/types").Shown<View>} shown @param {Ui} ui @param {Name} name @returns {import("/static/types").Board} */
function playing(shown, ui, name) {
  const { view } = shown;
  const { prompt } = ui;
  const own = view.seat === null ? null : view.codes[view.seat];
  const mine = own ? [element("p", { className: "own-code" }, element("span", {}, "Your code "), element("b", { className: "secret" }, spaced(own)))] : [];
  const code = leafOf(prompt, "fill", "set_code");
  if (code?.kind === "fill") {
    const made = fill(code, ui);
    const seekers = view.seat === view.master ? "the others look" : `${name(target(view))} looks`;
    const ready = made.ready && { ...made.ready, text: spaced(made.values) };
    return { ...made, head: [`Your secret code, which ${seekers} for`, ""], main: tenDigits(ui), side: [], hint: "Make a secret code: six digits", label: "Set this code", ready };
  }
  const can = offered(prompt);
  // The last chance is a proposal, so it begins with that page.
  const kept = view.phase === "last" && can.propose ? "lastTab" : "tab";
  const last = ui.memory[kept] ?? (kept === "tab" ? "sheet" : "propose");
  const tab = /** @type {keyof typeof PAGES} */ (view.phase === "over" && last === "propose" ? "sheet" : last);
  const owner = target(view);
  const made = PAGES[tab]({ view, name, ui, can, owner, finger: fingerOn(shown, owner) });
  const isAsked = prompt === null || can.lines.size || can.spaces.size || can.parity || can.larger.length || can.propose || can.pass;
  return {
    open: true,
    ...made,
    ...(isAsked ? {} : question(prompt, ui)),
    head: ["", sentence(view, name)],
    main: [tabs(tab, kept, ui), element("p", { className: opens(view, view.seat) ? "facts opens" : "facts" }, element("span", {}, facts(view, name, ui)), ...opening(view, can)), ...made.main, ...tenDigits(ui)],
    side: [],
    own: [...mine, ...ownAnswer(view)],
  };
}

/** The helping sheet of this seat. @param {Ui | null} ui */
const helping = (ui) => /** @type {import("/static/types").DigitCodeSheetData | null} */ (ui?.sheet ?? null);

/** Whose code this seat looks for, or, of a question master, its own. @param {View} view @returns {Owner} */
function target(view) {
  if (view.master !== null) return view.master;
  return view.seat === null ? 0 : 1 - view.seat;
}

/** Where somebody points on the sheet of a code. @param {import("/static/types").Shown<View>} shown @param {Owner} owner @returns {Finger} */
function fingerOn({ view, pointed }, owner) {
  if (!pointed || (view.master ?? 1 - pointed.seat) !== owner) return new Set();
  const { line, place, places, column, row } = /** @type {any} */ (pointed.place);
  return new Set(places ?? [line ?? place ?? column + row]);
}

/** @param {Finger} finger @param {string} at */
const mark = (finger, at) => (finger.has(at) ? "pointed" : "");

/** What can be asked and done. @param {import("/static/types").Prompt | null} prompt */
function offered(prompt) {
  const spaces = new Map();
  for (const dial of leavesOf(prompt, "dial", "ask_space")) {
    if (dial.kind !== "dial") continue;
    const column = dial.fixed.find(([field]) => field === "column")?.[1];
    for (const { value } of dial.wheels[0].symbols) spaces.set(`${column}${value}`, { move: "ask_space", column, row: value });
  }
  const all = options(prompt);
  const lines = leavesOf(prompt, "dial", "ask_line").flatMap((dial) => (dial.kind === "dial" ? dial.wheels[0].symbols.map(({ value }) => String(value)) : []));
  const parity = leafOf(prompt, "dial", "ask_parity");
  const propose = leafOf(prompt, "fill", "propose");
  return {
    spaces: /** @type {Map<string, Option["move"]>} */ (spaces),
    lines: new Set(lines),
    parity: parity?.kind === "dial" ? parity : null,
    larger: all.filter(({ move }) => move.move === "ask_larger"),
    propose: propose?.kind === "fill" ? propose : null,
    pass: all.find(({ move }) => move.move === "pass") ?? null,
  };
}

// What is said.

/** @param {readonly unknown[]} digits */
const spaced = (digits) => `${digits.slice(0, 3).join("")} ${digits.slice(3).join("")}`;

/** @param {View} view @param {Name} name */
function sentence(view, name) {
  const who = name(view.turn_of);
  switch (view.phase) {
    case "code":
      if (view.to_act.includes("chance")) return "The table makes a code";
      return `${allDo(view.to_act.map(name), "make")} a secret code`;
    case "ask":
      return opens(view, view.turn_of) ? `${does(who, "ask")} a question` : `${does(who, "ask")} or ${verb(who, "propose")}`;
    case "last":
      return `${does(who, "have")} one last chance`;
    default:
      return won(view, name);
  }
}

/** What this seat looks for, or how the game ended. @param {View} view @param {Name} name @param {Ui} ui */
function facts(view, name, ui) {
  const sought = view.seat === view.master ? "You are the question master" : `You look for ${target(view) === "table" ? "the table's" : whose(name(target(view)))} code`;
  const wrong = view.seat !== null && view.wrong[view.seat] ? ` · ${missed(view, view.seat)}` : "";
  const left = helping(ui) ? ` · ${helping(ui)?.count.toLocaleString("en")} possible` : "";
  return `${view.phase === "over" ? ending(view, name) : sought}${wrong}${left}`;
}

/** How many proposals of a player were wrong, while they count of those with which that player is out; a last chance does not wait for
 * the second one. @param {View} view @param {number} seat */
function missed(view, seat) {
  const wrong = view.wrong[seat];
  const last = view.proposals.at(-1);
  if (last?.seat === seat && !last.correct && view.proposals.some(({ correct }) => correct)) return "last try wrong";
  if (view.phase === "ask" || view.out.includes(seat)) return `${wrong} of ${kit.wrong} tries wrong`;
  return wrong === 1 ? "1 wrong try" : `${wrong} wrong tries`;
}

/** @param {View} view @param {Name} name */
function ending(view, name) {
  const codes = view.codes.flatMap((code, seat) => (code && seat !== view.seat ? [`${capital(whose(name(seat)))} code was ${spaced(code)}`] : []));
  if (view.table_code) codes.push(`The table's code was ${spaced(view.table_code)}`);
  return codes.join("; ");
}

/** Whether a seat of two has not asked all questions of its opening. @param {View} view @param {number | null} seat */
const opens = ({ phase, master, asked }, seat) => phase === "ask" && master === null && seat !== null && asked.filter((one) => one.seat === seat).length < OPENING;

/** The rule of the opening, with the kinds of question that are still to be asked; nothing after it. @param {View} view @param {Can} can */
function opening(view, can) {
  const kinds = /** @type {const} */ ([[can.lines.size, "how many in a line"], [can.parity, "even/odd"], [can.larger.length, "larger"], [can.spaces.size, "space filled?"]]);
  const left = kinds.flatMap(([open, name]) => (open ? [name] : []));
  if (view.phase !== "ask" || can.propose || !left.length) return [];
  const asked = kinds.length - left.length + 1;
  return [element("span", { className: "opening" }, `Your opening, question ${asked} of ${kinds.length}. Ask one of each kind: ${left.join(", ")}`)];
}

/** What this seat heard last to a question and a proposal of its own, however much was asked by others since. @param {View} view */
function ownAnswer(view) {
  if (view.seat === null || view.phase === "over") return [];
  const question = view.asked.filter(({ seat }) => seat === view.seat).at(-1);
  const proposal = view.proposals.filter(({ seat }) => seat === view.seat).at(-1);
  const said = [...(question ? [inWords(question).join(": ")] : []), ...(proposal ? [`${spaced(proposal.digits)}: ${proposal.correct ? "right" : "wrong"}`] : [])];
  return said.length ? [element("p", { className: "own-answer" }, "Last answer to you: ", element("b", {}, said.join(" · ")))] : [];
}

/** A question and its answer. @param {View["asked"][number]} one @returns {[string, string]} */
export function inWords({ question, answer }) {
  switch (question.move) {
    case "ask_line":
      return [`line ${question.line}`, `${answer} filled`];
    case "ask_parity":
      return [`${question.place} even/odd`, String(answer)];
    case "ask_larger":
      return [question.places.join(" or "), `${answer} larger`];
    default:
      return [`space ${question.column}${question.row}`, answer ? "filled" : "empty"];
  }
}

/** All questions and proposals, the newest first. @param {View} view @param {Name} name @param {boolean} full */
function heard(view, name, full) {
  const line = (/** @type {string} */ className, /** @type {number} */ seat, /** @type {string} */ what, /** @type {string} */ answer) =>
    element("li", { className }, element("i", {}, name(seat)), element("span", {}, what), element("b", {}, answer));
  const of = (/** @type {number | undefined | string} */ owner) => (!full || owner === undefined || view.master !== null || name(owner) !== "You" ? "" : " of your code");
  const proposed = (/** @type {number} */ asked) =>
    view.proposals.flatMap(({ seat, digits, correct }, at) =>
      view.asked_before[at] === asked ? [line(correct ? "proposal right" : "proposal wrong", seat, `${full ? "proposed " : ""}${spaced(digits)}`, correct ? "✓ right" : "✗ wrong")] : [],
    );
  const acts = view.asked.flatMap((one, at) => {
    const [what, answer] = inWords(one);
    return [line("", one.seat, `${what}${of(one.of)}`, answer), ...proposed(at + 1)];
  });
  return [...proposed(0), ...acts].reverse();
}

/** All that is known of a code, in a few lines. @param {View} view @param {Owner} owner */
function summary(view, owner) {
  const told = known(view, owner);
  const spaces = (/** @type {boolean} */ filled) => Object.entries(told.spaces).flatMap(([spot, is]) => (is === filled ? [spot] : []));
  const wrong = view.proposals.filter(({ seat, correct }) => !correct && (view.master !== null || seat !== owner));
  const all = [
    ["Filled in a line", Object.entries(told.lines).map(([letter, count]) => `${letter} ${count}`)],
    ["Even or odd", Object.entries(told.parity).map(([place, parity]) => `${place} ${parity}`)],
    ["Larger", told.larger.map(([places, larger]) => `${larger} > ${places.find((place) => place !== larger)}`)],
    ["Filled spaces", spaces(true)],
    ["Empty spaces", spaces(false)],
    ["Not the code", wrong.map(({ digits }) => spaced(digits))],
  ];
  return all.flatMap(([what, facts]) => (facts.length ? [element("li", {}, element("span", {}, `${what}: `), element("b", {}, /** @type {string[]} */ (facts).join(" · ")))] : []));
}

/** @param {View} view @param {number} seat @param {Name} name */
function solver(view, seat, name) {
  const wrong = view.wrong[seat] ?? 0;
  const marks = standing(view, seat);
  const role = marks.includes("winner") ? winning(view) : view.master === seat ? "question master" : marks.includes("out") ? "out" : "solver";
  return plate(name(seat), marks, role, ...(wrong ? [element("span", { className: "crosses" }, missed(view, seat))] : []));
}

// The sheet.

/** What everybody knows of a code from the answers alone. @param {Pick<View, "asked">} view @param {Owner} owner */
export function known(view, owner) {
  const facts = { lines: /** @type {Record<string, number>} */ ({}), parity: /** @type {Record<string, string>} */ ({}), spaces: /** @type {Record<string, boolean>} */ ({}) };
  const larger = /** @type {Map<string, [readonly [string, string], string]>} */ (new Map()); // What was asked twice stands there once.
  for (const { of, question, answer } of view.asked) {
    if (of !== owner) continue;
    if (question.move === "ask_line") facts.lines[question.line] = Number(answer);
    else if (question.move === "ask_parity") facts.parity[question.place] = String(answer);
    else if (question.move === "ask_larger") larger.set([...question.places].sort().join(""), [question.places, String(answer)]);
    else facts.spaces[question.column + question.row] = Boolean(answer);
  }
  return { ...facts, larger: [...larger.values()] };
}

/** Where a place's digit begins on the sheet, in cells. @param {number} place @returns {[number, number]} */
const corner = (place) => [2 * (place % 3), place < 3 ? 0 : HALF];

/**
 * A sheet: seven cells wide and twelve high. With `ui` what can be asked are buttons.
 * @param {Pick<View, "asked" | "codes" | "table_code">} view
 * @param {Owner} owner
 * @param {Name} name
 * @param {Can} can
 * @param {Ui | null} ui
 * @param {Finger} finger
 */
function sheet(view, owner, name, can, ui, finger) {
  const told = known(view, owner);
  const code = owner === "table" ? view.table_code : view.codes[owner];
  const open = code !== null && code !== undefined && (ui === null || owner === "table" || view.codes.every((one) => one !== null));
  /** @type {HTMLElement[]} */
  const cells = [];
  const at = (/** @type {HTMLElement} */ node, /** @type {number} */ x, /** @type {number} */ y) => {
    node.style.setProperty("--x", String(x));
    node.style.setProperty("--y", String(y));
    cells.push(node);
  };
  [...kit.places].forEach((place, n) => {
    const [x, y] = corner(n);
    at(element("span", { className: `letter ${mark(finger, place)}`, "aria-hidden": "true" }, place), x + 0.5, y + 1);
    const parity = told.parity[place];
    if (parity && !open) at(element("span", { className: "parity", "aria-hidden": "true" }, parity), x + 0.5, y + 3);
    for (const [segment, [column, row]] of Object.entries(kit.spots)) {
      const spot = kit.columns[3 * (n % 3) + column] + kit.rows[(n < 3 ? 0 : 5) + row];
      const shape = ["upright start", "level", "upright end"][column];
      const filled = open ? kit.segments[code[n]].includes(segment) : (told.spaces[spot] ?? helping(ui)?.spaces[spot]);
      at(space(spot, `${shape} ${mark(finger, spot)}`, filled, can, ui), x + column / 2, y + row);
    }
  });
  [...kit.columns].forEach((letter, n) => {
    const column = n % 3;
    at(line(letter, "Column", told, can, ui, finger), 2 * Math.floor(n / 3) + column / 2, column === 1 ? HALF - 1 : HALF - 2);
  });
  [...kit.rows].forEach((letter, n) => at(line(letter, "Row", told, can, ui, finger), 6, n < 5 ? n : n - 5 + HALF));
  for (const [[first, second], larger] of told.larger) {
    const [[x1, y1], [x2, y2]] = [corner(kit.places.indexOf(first)), corner(kit.places.indexOf(second))];
    const side = (x1 + y1 < x2 + y2 ? first : second) === larger; // The left or upper one is larger.
    const sign = y1 === y2 ? (side ? ">" : "<") : side ? "∨" : "∧";
    at(element("span", { className: y1 === y2 ? "larger" : "larger over", "aria-hidden": "true" }, sign), y1 === y2 ? Math.min(x1, x2) + 1.5 : x1 + 0.5, y1 === y2 ? y1 + 2 : HALF - 2);
  }
  const grid = element("div", ui ? { className: "cells", role: "group", "aria-label": "The sheet" } : { className: "cells", role: "img", "aria-label": spoken(open ? code : null, told) }, ...cells);
  if (ui) return element("div", { className: "sheet" }, grid);
  const title = owner === "table" ? "The table's code" : `${name(owner)}'s code`;
  return element("figure", { className: open ? "sheet open" : "sheet" }, grid, element("figcaption", {}, `${title}${open ? `: ${spaced(code)}` : ""}`));
}

/** @param {readonly number[] | null} code @param {Known} told */
function spoken(code, told) {
  if (code) return `The code was ${code.join(" ")}`;
  const lines = Object.entries(told.lines).map(([line, count]) => `line ${line} has ${count}`);
  const places = Object.entries(told.parity).map(([place, parity]) => `${place} is ${parity}`);
  const larger = told.larger.map(([places, one]) => `${one} is the larger of ${places.join(" and ")}`);
  const spaces = Object.entries(told.spaces).map(([spot, filled]) => `space ${spot} is ${filled ? "filled" : "empty"}`);
  const all = [...lines, ...places, ...larger, ...spaces];
  return all.length ? `Known: ${listed(all)}` : "Nothing is known of this code yet";
}

/** @param {string} letter @param {string} kind @param {Known} told @param {Can} can @param {Ui | null} ui @param {Finger} finger */
function line(letter, kind, told, { lines }, ui, finger) {
  const count = told.lines[letter];
  const className = `line ${kind.toLowerCase()} ${mark(finger, letter)} ${count === undefined ? "" : "told"}`;
  const text = [letter, ...(count === undefined ? [] : [element("b", {}, String(count))])];
  const read = count === undefined ? "" : `: ${count} filled`;
  if (!ui || !lines.has(letter)) return element("span", { className, "data-id": `line ${letter}` }, element("span", { "aria-hidden": "true" }, ...text), ...(ui && read ? [unseen(`${kind} ${letter}${read}. `)] : []));
  const ask = { key: letter, move: { move: "ask_line", line: letter }, text: `How many spaces of ${kind.toLowerCase()} ${letter} are filled?` };
  return ui.button(`line ${letter}`, { className, pressed: ui.draft.ask?.key === letter, label: `${kind} ${letter}${read}` }, () => ui.set({ ask }), ...text);
}

/** @param {string} spot @param {string} shape @param {boolean | null | undefined} filled @param {Can} can @param {Ui | null} ui */
function space(spot, shape, filled, { spaces }, ui) {
  const isKnown = filled !== undefined && filled !== null;
  const className = `space ${isKnown ? (filled ? "lit" : "empty") : "unknown"} ${shape}`;
  const inside = element("i", { "aria-hidden": "true" }, filled === false ? "×" : "");
  const words = `Space ${spot[0]}, ${spot[1]}${isKnown ? (filled ? ": filled" : ": empty") : ""}`;
  const move = spaces.get(spot);
  if (ui?.pencil && !isKnown && (ui.pencil.on || !move)) return pencilSpace(spot, className, words, ui);
  if (!ui || !move) return element("span", { className, "data-id": `space ${spot}` }, inside, ...(ui && isKnown ? [unseen(`${words}. `)] : []));
  const ask = { key: spot, move, text: `Is the space at ${spot[0]}, ${spot[1]} filled?` };
  return ui.button(`space ${spot}`, { className, pressed: ui.draft.ask?.key === spot, label: words }, () => ui.set({ ask }), inside);
}

/** A space to write on: a tap fills it, the next one crosses it out, a third rubs that out. @param {string} spot @param {string} className @param {string} words @param {Ui} ui */
function pencilSpace(spot, className, words, ui) {
  const [mark = ""] = ui.pencil?.marks[spot] ?? [];
  const next = mark === "" ? ["filled"] : mark === "filled" ? ["empty"] : [];
  const looks = mark === "filled" ? "lit pencilled" : mark === "empty" ? "empty pencilled" : "";
  const inside = element("i", { "aria-hidden": "true" }, mark === "empty" ? "×" : "");
  return ui.button(`space ${spot}`, { className: `${className} ${looks}`, label: `${words}${pencilledWords(ui, spot)}` }, () => ui.pencil?.write(spot, next), inside);
}

// How the ten digits are drawn.

const BARS = { a: "top", b: "upper right", c: "lower right", d: "bottom", e: "lower left", f: "upper left", g: "middle" };

/** A button, and once it was tapped all ten digits with their bars. @param {Ui} ui */
function tenDigits(ui) {
  const open = Boolean(ui.memory.ten);
  const button = ui.button("ten", { className: "way quiet", "aria-expanded": String(open) }, () => ui.remember({ ten: !open }), open ? "Hide the ten digits" : "How the ten digits are drawn");
  if (!open) return [button];
  const drawn = kit.segments.map((bars, digit) => {
    const words = [...bars].map((bar) => BARS[/** @type {keyof typeof BARS} */ (bar)]).join(", ");
    return element("li", {}, element("span", { className: "drawn", "aria-hidden": "true" }, ...[...bars].map(bar)), element("b", {}, String(digit)), unseen(`: ${words}`));
  });
  return [button, element("ol", { className: "ten-digits", "aria-label": "The ten digits and their bars" }, ...drawn)];
}

/** One bar of a drawn digit. @param {string} name */
function bar(name) {
  const [column, row] = kit.spots[/** @type {keyof typeof kit.spots} */ (name)];
  const made = element("i", { className: column === 1 ? "level" : "upright" });
  made.style.setProperty("--x", String(column));
  made.style.setProperty("--y", String(row));
  return made;
}

// The pages of the touch interface.

/** @param {string} tab @param {string} kept @param {Ui} ui */
function tabs(tab, kept, ui) {
  const buttons = TABS.map(([name, text]) => ui.button(`tab ${name}`, { className: "tab", pressed: name === tab }, () => ui.remember({ [kept]: name }), text));
  return element("div", { className: "tabs", role: "group", "aria-label": "What to look at" }, ...buttons);
}

/** The bar for the question that was tapped. @param {Ui} ui @param {string} hint @returns {Part} */
function chosen(ui, hint) {
  const { ask } = ui.draft;
  return { point: ask?.move ?? null, pad: [], hint, label: hint ? "Ask" : "", ready: ask ? { text: ask.text, move: ask.move } : null, undo: ask ? without(ui.draft, "ask") : null };
}

/** What to do where a page offers nothing to ask: in a puzzle of a code there are no questions, and in the last chance. @param {View} view @param {Ui} ui @param {string} otherwise */
function elsewhere({ phase }, { prompt, pencil }, otherwise) {
  if (pencil && prompt?.kind === "fill") return "Mark spaces here with taps; the answer goes to Propose";
  return phase === "last" ? "Your last chance: go to Propose" : otherwise;
}

/** What else can be asked, on another page. @param {readonly string[]} what @param {string} page */
const elsewhereAsked = (what, page) => (what.length ? `; ${what.join(", ")}: see ${page}` : "");

const PAGES = {
  /** @param {At} at @returns {Page} */
  sheet({ view, name, ui, can, owner, finger }) {
    const taps = can.spaces.size ? (can.lines.size ? "Tap a line or a space" : "Tap a space") : can.lines.size ? "Tap the letter of a line" : elsewhere(view, ui, "Ask about digits now: see Digits");
    const others = [...(can.parity ? ["even/odd"] : []), ...(can.larger.length ? ["larger"] : [])];
    const also = can.spaces.size || can.lines.size ? elsewhereAsked(others, "Digits") : "";
    return { ...chosen(ui, ui.prompt ? taps + also : ""), main: [sheet(view, owner, name, can, ui, finger)] };
  },

  /** T U V above W X Y: what is known of each, and between two neighbours which is larger. @param {At} at @returns {Page} */
  digits({ view, ui, can, owner, finger }) {
    const told = known(view, owner);
    const [t, u, v, w, x, y] = kit.places;
    const pair = (/** @type {string} */ first, /** @type {string} */ second, upright = false) => between(first, second, upright, told, can, ui);
    const gap = (/** @type {number} */ at) => element("span", { className: "gap", "data-id": `gap ${at}` });
    const digit = (/** @type {string} */ letter) => place(letter, told, can, ui, finger);
    const map = element(
      "div",
      { className: "digits", role: "group", "aria-label": "The six digits" },
      ...[digit(t), pair(t, u), digit(u), pair(u, v), digit(v)],
      ...[pair(t, w, true), gap(1), pair(u, x, true), gap(2), pair(v, y, true)],
      ...[digit(w), pair(w, x), digit(x), pair(x, y), digit(y)],
    );
    const both = can.parity && can.larger.length;
    const taps = both ? "Tap a digit or a sign" : can.parity ? "Tap a digit: even or odd?" : can.larger.length ? "Tap the sign between two: which is larger?" : elsewhere(view, ui, "Ask of lines and spaces now: see Sheet");
    const others = [...(can.lines.size ? ["lines"] : []), ...(can.spaces.size ? ["spaces"] : [])];
    const also = can.parity || can.larger.length ? elsewhereAsked(others, "Sheet") : "";
    return { ...chosen(ui, ui.prompt ? taps + also : ""), main: [map] };
  },

  /** @param {At} at @returns {Page} */
  propose({ view, ui, can, owner }) {
    const list = element("ul", { className: "summary", "aria-label": "What is known of this code" }, ...summary(view, owner));
    if (!can.propose) {
      return { pad: [], hint: ui.prompt ? "Not before the four questions of the opening" : "", main: [element("p", { className: "facts" }, "You can propose all six digits when it is your turn."), list] };
    }
    const { draft } = ui;
    const made = fill(can.propose, ui);
    const pass = can.pass;
    const loses = pass ? [ui.button("pass", { className: "way", pressed: Boolean(draft.pass) }, () => ui.set({ pass: true }), "Pass: lose the game")] : [];
    const isOnly = view.master === null || view.seats - Number(view.master !== "table") === 1;
    const end = isOnly ? "you lose" : "you are out";
    const stake = view.phase === "last" || (view.seat !== null && view.wrong[view.seat]) ? `If it is wrong, ${end}.` : `You may be wrong once; the second time ${end}.`;
    const ready = draft.pass && pass ? { text: "Pass? Then you have lost.", move: pass.move } : made.ready && { ...made.ready, text: `Propose ${spaced(made.values)}? ${stake}` };
    return { ...made, pad: [...made.pad, ...loses], main: [list], hint: `All six digits. ${stake}`, label: draft.pass ? "Pass" : "Propose", ready, undo: draft.pass ? without(draft, "pass") : made.undo };
  },

  /** @param {At} at @returns {Page} */
  answers({ view, name, ui }) {
    const all = heard(view, name, true);
    const list = all.length ? element("ol", { className: "heard", "aria-label": "Questions and proposals" }, ...all) : element("p", { className: "facts" }, view.phase === "over" ? "Nothing was asked." : "Nothing has been asked yet.");
    return { ...chosen(ui, ui.prompt ? "Every answer so far" : ""), main: [list] };
  },
};

/** A digit, and what is known of it. @param {string} letter @param {Known} told @param {Can} can @param {Ui} ui @param {Finger} finger */
function place(letter, told, can, ui, finger) {
  const parity = told.parity[letter];
  const left = helping(ui)?.digits[letter];
  const sure = left?.length === 1 ? String(left[0]) : null;
  const could = left && !sure ? [element("span", { className: "could", "aria-hidden": "true" }, left.join(" "))] : [];
  const parts = [element("b", {}, letter), element("span", {}, sure ?? parity ?? "?"), ...could];
  const read = left ? `; possible: ${listed(left.map(String))}` : "";
  const open = can.parity?.wheels[0].symbols.some(({ value }) => value === letter);
  if (!open) return element("span", { className: `digit ${mark(finger, letter)}`, "data-id": `digit ${letter}` }, ...parts, ...(left ? [unseen(`${read}. `)] : []));
  const ask = { key: letter, move: { move: "ask_parity", place: letter }, text: `Is the digit at ${letter} even or odd?` };
  return ui.button(`digit ${letter}`, { className: "digit", pressed: ui.draft.ask?.key === letter, label: `Digit ${letter}: ${parity ?? "even or odd?"}${read}` }, () => ui.set({ ask }), ...parts);
}

/** The sign between two digits. @param {string} first @param {string} second @param {boolean} upright @param {Known} told @param {Can} can @param {Ui} ui */
function between(first, second, upright, told, can, ui) {
  const key = first + second;
  const option = can.larger.find(({ move }) => Array.isArray(move.places) && move.places.join("") === key);
  const larger = told.larger.find(([places]) => [...places].sort().join("") === [...key].sort().join(""))?.[1];
  const sign = larger === undefined ? "?" : upright ? (larger === first ? "∨" : "∧") : larger === first ? ">" : "<";
  const words = larger === undefined ? `${first} or ${second}: which is larger?` : `${larger} is the larger of ${first} and ${second}`;
  if (!option) return element("span", { "data-id": `pair ${key}` }, element("span", { "aria-hidden": "true" }, sign), unseen(words));
  const ask = { key, move: option.move, text: `Which is larger: ${first} or ${second}?` };
  return ui.button(`pair ${key}`, { pressed: ui.draft.ask?.key === key, label: words }, () => ui.set({ ask }), sign);
}
