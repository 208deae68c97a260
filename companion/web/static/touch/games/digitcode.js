// Digit Code by touch: a sheet with the letters of all lines and the 42 spaces, each of which can be tapped; the six digits, to
// ask of one or of two neighbours; six places to propose; and every answer so far.

import { element, listed } from "/static/element.js";
import { fill, question, without } from "/static/touch/generic.js";
import { leafOf, leavesOf, options } from "/static/touch/legal.js";
import { COLUMNS, PLACES, ROWS, SEGMENTS, SPOTS, asked, known } from "/static/games/digitcode.js";

export { rules } from "/static/games/digitcode.js";

const TARGET = 44; // No two targets overlap: seven stand side by side on the narrowest sheet, six sides of digits and a letter.
const STEP = TARGET / 2; // Between the columns of a digit, in pixels of the narrowest sheet.
const PITCH = TARGET; // Between the rows.
const DIGIT = 2 * TARGET; // From one digit to the next.
const [LEFT, TOP] = [TARGET / 2, 66];
const [WIDE, TALL] = [7 * TARGET, 528];
const LOW = 6 * PITCH; // From the upper digits to the lower ones.
const TABS = [["sheet", "Sheet"], ["digits", "Digits"], ["propose", "Propose"], ["answers", "Answers"]];

export function draw(data, draft, ui) {
  const { view, prompt } = data;
  const code = leafOf(prompt, "fill", "set_code");
  if (code) {
    const made = fill(code, draft, ui);
    const [places, ...pad] = made.pad;
    const seekers = view.seat === view.master ? "the others look" : `${ui.name(target(view))} looks`;
    const whose = element("p", { className: "facts" }, `Your secret code, which ${seekers} for`);
    return { ...made, pad, scene: [whose, places], hint: "Make a secret code: six digits", label: "Set this code", ready: made.ready && { ...made.ready, text: spaced(made.values) } };
  }
  const can = offered(prompt);
  const last = ui.memory.tab ?? "sheet";
  const tab = view.phase === "over" && last === "propose" ? "sheet" : last;
  const owner = target(view);
  const made = { sheet, digits, propose, answers }[tab](data, draft, ui, can, owner);
  const isAsked = prompt === null || can.lines.size || can.spaces.size || can.parity || can.larger.length || can.propose || can.pass;
  const other = isAsked ? {} : question(prompt, draft, ui);
  return { open: true, ...made, ...other, scene: [facts(data, ui), ...opening(view, can), ...ownAnswer(view), tabs(tab, ui), ...made.scene] };
}

/** The rule of the opening, with the kinds of question that are still to be asked; nothing after it. */
function opening(view, can) {
  const kinds = [[can.lines.size, "line"], [can.parity, "even/odd"], [can.larger.length, "larger"], [can.spaces.size, "space"]];
  const left = kinds.flatMap(([open, name]) => (open ? [name] : []));
  if (view.phase !== "ask" || can.propose || !left.length) return [];
  return [element("p", { className: "facts opening" }, `First one of each kind: ${left.join(", ")}`)];
}

/** What this seat heard last to a question and a proposal of its own, however much was asked by others since. */
function ownAnswer(view) {
  const mine = (all) => all.filter(({ seat }) => view.seat !== null && seat === view.seat).at(-1);
  const [question, proposal] = [mine(view.asked), mine(view.proposals)];
  const heard = [
    ...(question ? [asked(question).join(": ")] : []),
    ...(proposal ? [`${spaced(proposal.digits)}: ${proposal.correct ? "correct" : "incorrect"}`] : []),
  ];
  if (!heard.length || view.phase === "over") return [];
  return [element("p", { className: "facts own-answer" }, "Your last answer: ", element("b", {}, heard.join(" · ")))];
}

/** Whose code this seat looks for, or, of a question master, its own. */
function target(view) {
  if (view.master !== null) return view.master;
  return view.seat === null ? 0 : 1 - view.seat;
}

function offered(prompt) {
  const spaces = new Map();
  for (const dial of leavesOf(prompt, "dial", "ask_space")) {
    const column = dial.fixed.find(([field]) => field === "column")[1];
    for (const { value } of dial.wheels[0].symbols) spaces.set(column + value, { move: "ask_space", column, row: value });
  }
  const all = options(prompt);
  return {
    spaces,
    lines: new Set(leavesOf(prompt, "dial", "ask_line").flatMap((dial) => dial.wheels[0].symbols.map(({ value }) => value))),
    parity: leafOf(prompt, "dial", "ask_parity"),
    larger: all.filter(({ option }) => option.move.move === "ask_larger").map(({ option }) => option),
    propose: leafOf(prompt, "fill", "propose"),
    pass: all.find(({ option }) => option.move.move === "pass")?.option,
  };
}

const spaced = (digits) => `${digits.slice(0, 3).join("")} ${digits.slice(3).join("")}`;

function facts(data, ui) {
  const { view } = data;
  const own = view.seat === null ? null : view.codes[view.seat];
  const whose = view.seat === view.master ? "You are the question master" : `You look for ${target(view) === "table" ? "the table's" : `${ui.name(target(view))}'s`} code`;
  const wrong = view.seat !== null && view.wrong[view.seat] ? ` · ${view.wrong[view.seat]} of 2 wrong` : "";
  const told = view.phase === "over" ? ending(view, ui) : whose;
  const kept = own ? [told ? " · yours is " : "Your code is ", element("b", { className: "secret" }, spaced(own))] : [];
  const left = data.sheet ? ` · ${data.sheet.count.toLocaleString("en")} possible` : "";
  return element("p", { className: "facts" }, told, ...kept, wrong, left);
}

function ending(view, ui) {
  const codes = view.codes.flatMap((code, seat) => (code && seat !== view.seat ? [`${ui.name(seat)}'s code was ${spaced(code)}`] : []));
  if (view.table_code) codes.push(`The table's code was ${spaced(view.table_code)}`);
  return codes.join("; ");
}

function tabs(tab, ui) {
  const buttons = TABS.map(([name, text]) => ui.button(`tab ${name}`, { className: "tab", pressed: name === tab }, () => ui.remember({ tab: name }), text));
  return element("div", { className: "tabs", role: "group", "aria-label": "What to look at" }, ...buttons);
}

/** The half that is chosen of a question: { move, text }. */
function chosen(draft, hint) {
  const { ask } = draft;
  return {
    pad: [],
    hint,
    label: hint ? "Ask" : "",
    ready: ask && { text: ask.text, move: ask.move },
    undo: ask ? without(draft, "ask") : null,
  };
}

function sheet(data, draft, ui, can, owner) {
  const told = known(data.view, owner);
  const spaces = { ...data.sheet?.spaces, ...told.spaces };
  const board = element("div", { className: "sheet", role: "group", "aria-label": "The sheet" });
  const at = (node, x, y) => {
    node.style.left = `${(100 * (LEFT + x)) / WIDE}%`;
    node.style.top = `${(100 * (TOP + y)) / TALL}%`;
    board.append(node);
  };
  [...COLUMNS].forEach((letter, n) => {
    const [digit, column] = [Math.floor(n / 3), n % 3];
    at(line(letter, "Column", told, can.lines, draft, ui), digit * DIGIT + column * STEP, column === 1 ? LOW - PITCH : -PITCH);
  });
  [...ROWS].forEach((letter, n) => {
    const y = (n < 5 ? 0 : LOW) + (n % 5) * PITCH;
    at(line(letter, "Row", told, can.lines, draft, ui), 3 * DIGIT, y);
  });
  [...PLACES].forEach((place, n) => {
    const [x, y] = [(n % 3) * DIGIT, n < 3 ? 0 : LOW];
    at(element("span", { className: "letter", "aria-hidden": "true" }, place), x + STEP, y + PITCH);
    const value = data.view.phase === "over" ? (owner === "table" ? data.view.table_code : data.view.codes[owner])?.[n] : undefined;
    for (const [segment, [column, row]] of Object.entries(SPOTS)) {
      const spot = COLUMNS[3 * (n % 3) + column] + ROWS[(n < 3 ? 0 : 5) + row];
      const shape = ["upright start", "level", "upright end"][column];
      at(space(spot, shape, value === undefined ? spaces[spot] : SEGMENTS[value].includes(segment), can, draft, ui), x + column * STEP, y + row * PITCH);
    }
  });
  const mine = data.prompt ? (tappable(can) || "Ask about digits now") : "";
  return { ...chosen(draft, mine), scene: [board] };
}

/** What can be tapped on the sheet now; empty: nothing. */
function tappable({ lines, spaces }) {
  if (!spaces.size) return lines.size ? "Tap the letter of a line" : "";
  return lines.size ? "Tap the letter of a line, or a space" : "Tap a space";
}

function line(letter, kind, told, lines, draft, ui) {
  const count = told.lines[letter];
  const known = count === undefined ? "" : `: ${count} filled`;
  const className = `line ${count === undefined ? "" : "told"}`;
  const text = [letter, ...(count === undefined ? [] : [element("b", {}, String(count))])];
  const read = known ? [element("span", { className: "unseen" }, `${kind} ${letter}${known}. `)] : [];
  if (!lines.has(letter)) return element("span", { className, "data-id": `line ${letter}` }, element("span", { "aria-hidden": "true" }, ...text), ...read);
  const ask = { key: letter, move: { move: "ask_line", line: letter }, text: `How many spaces of ${kind.toLowerCase()} ${letter} are filled?` };
  return ui.button(`line ${letter}`, { className, pressed: draft.ask?.key === letter, label: `${kind} ${letter}${known}` }, () => ui.set({ ask }), ...text);
}

function space(spot, shape, filled, can, draft, ui) {
  const state = filled === undefined ? "unknown" : filled ? "lit" : "empty";
  const className = `space ${state} ${shape}`;
  const inside = [element("i", { "aria-hidden": "true" }, filled === false ? "×" : "")];
  const words = `Space ${spot[0]}, ${spot[1]}${filled === undefined ? "" : filled ? ": filled" : ": empty"}`;
  const move = can.spaces.get(spot);
  if (!move) return element("span", { className, "data-id": `space ${spot}` }, ...inside, ...(filled === undefined ? [] : [element("span", { className: "unseen" }, `${words}. `)]));
  const ask = { key: spot, move, text: `Is the space at ${spot[0]}, ${spot[1]} filled?` };
  return ui.button(`space ${spot}`, { className, pressed: draft.ask?.key === spot, label: words }, () => ui.set({ ask }), ...inside);
}

/** T U V above W X Y: what is known of each, and between two neighbours which is larger. */
function digits(data, draft, ui, can, owner) {
  const told = known(data.view, owner);
  const open = new Set(can.parity?.wheels[0].symbols.map(({ value }) => value));
  const place = (letter) => {
    const parity = told.parity[letter];
    const left = data.sheet?.digits[letter];
    const sure = left?.length === 1 ? String(left[0]) : null;
    const could = left && !sure ? [element("span", { className: "could", "aria-hidden": "true" }, left.join(" "))] : [];
    const parts = [element("b", {}, letter), element("span", {}, sure ?? parity ?? "?"), ...could];
    const read = left ? `; possible: ${listed(left)}` : "";
    const unseen = left ? [element("span", { className: "unseen" }, `${read}. `)] : [];
    if (!open.has(letter)) return element("span", { className: "digit", "data-id": `digit ${letter}` }, ...parts, ...unseen);
    const ask = { key: letter, move: { move: "ask_parity", place: letter }, text: `Is the digit at ${letter} even or odd?` };
    return ui.button(`digit ${letter}`, { className: "digit", pressed: draft.ask?.key === letter, label: `Digit ${letter}: ${parity ?? "even or odd?"}${read}` }, () => ui.set({ ask }), ...parts);
  };
  const pair = (first, second, upright) => {
    const key = first + second;
    const option = can.larger.find(({ move }) => move.places.join("") === key);
    const larger = told.larger.find(([places]) => [...places].sort().join("") === [...key].sort().join(""))?.[1];
    const sign = larger === undefined ? "?" : upright ? (larger === first ? "∨" : "∧") : larger === first ? ">" : "<";
    const words = larger === undefined ? `${first} or ${second}: which is larger?` : `${larger} is the larger of ${first} and ${second}`;
    if (!option) return element("span", { className: "pair", "data-id": `pair ${key}` }, element("span", { "aria-hidden": "true" }, sign), element("span", { className: "unseen" }, words));
    const ask = { key, move: option.move, text: `Which is larger: ${first} or ${second}?` };
    return ui.button(`pair ${key}`, { className: "pair", pressed: draft.ask?.key === key, label: words }, () => ui.set({ ask }), sign);
  };
  const gap = (at) => element("span", { className: "gap", "data-id": `gap ${at}` });
  const map = element(
    "div",
    { className: "digits", role: "group", "aria-label": "The six digits" },
    place("T"), pair("T", "U"), place("U"), pair("U", "V"), place("V"),
    pair("T", "W", true), gap(1), pair("U", "X", true), gap(2), pair("V", "Y", true),
    place("W"), pair("W", "X"), place("X"), pair("X", "Y"), place("Y"),
  );
  const mine = data.prompt ? (can.parity || can.larger.length ? "Tap a digit, or the sign between two" : "Ask of lines and spaces now") : "";
  return { ...chosen(draft, mine), scene: [map] };
}

function propose(data, draft, ui, can) {
  if (!can.propose) {
    const told = data.prompt ? "Not before the four questions of the opening" : "";
    return { pad: [], hint: told, scene: [element("p", { className: "facts" }, "You can propose all six digits when it is your turn.")] };
  }
  const made = fill(can.propose, draft, ui);
  const pass = can.pass ? [ui.button("pass", { className: "way", pressed: Boolean(draft.pass) }, () => ui.set({ pass: true }), "Pass: lose the game")] : [];
  const ready = draft.pass ? { text: "Pass? Then you have lost.", move: can.pass.move } : made.ready && { ...made.ready, text: `Propose ${spaced(made.values)}? Two wrong ones and you are out.` };
  const [places, ...pad] = made.pad;
  return { ...made, pad: [...pad, ...pass], hint: "All six digits", label: draft.pass ? "Pass" : "Propose", ready, undo: draft.pass ? without(draft, "pass") : made.undo, scene: [places] };
}

function answers(data, draft, ui) {
  const { view } = data;
  const whose = (of) => (of === undefined || view.master !== null ? "" : of === view.seat ? " of your code" : "");
  const proposals = view.proposals.map((one) => element("li", { className: "proposal" }, element("i", {}, ui.name(one.seat)), element("span", {}, `proposed ${spaced(one.digits)}`), element("b", {}, one.correct ? "✓ correct" : "✗ incorrect")));
  const questions = view.asked.map((one) => {
    const [what, answer] = asked(one);
    return element("li", {}, element("i", {}, ui.name(one.seat)), element("span", {}, `${what}${whose(one.of)}`), element("b", {}, answer));
  });
  const all = [...proposals.reverse(), ...questions.reverse()];
  const list = all.length ? element("ol", { className: "heard", "aria-label": "Questions and proposals" }, ...all) : element("p", { className: "facts" }, "Nothing was asked yet.");
  return { ...chosen(draft, data.prompt ? "Every answer so far" : ""), scene: [list] };
}
