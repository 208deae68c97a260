// Digit Code's sheet: six seven-segment digits with the letters of their lines, and on it what everybody has heard.
//
// A line that was asked bears its number, a space that was asked is filled or crossed out, a place is marked even or odd,
// and between two neighbours stands which is larger. The code itself is drawn when the view has it.

import { element, listed } from "/static/element.js";
import { head, naming, standing, won } from "/static/games/head.js";
import { newest } from "/static/events/newest.js";

export const rules = "/rules/digit-code";
export const PLACES = "TUVWXY";
export const COLUMNS = "ABCDEFGHI";
export const ROWS = "JKLMNOPQRS";
export const SEGMENTS = ["abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg"];
export const SPOTS = { a: [1, 0], b: [2, 1], c: [2, 3], d: [1, 4], e: [0, 3], f: [0, 1], g: [1, 2] };
const SVG = "http://www.w3.org/2000/svg";
const [WIDE, TALL, LEFT, TOP, LOW] = [36, 60, 26, 8, 104]; // A digit, its margins, and where the second row begins.
const PITCH = 62;

/** Fill the empty `root`; returns what shows a view. */
export function draw(root) {
  root.classList.add("digitcode");
  const top = head();
  const sheets = element("div", { className: "sheets" });
  const plates = element("ul", { className: "solvers" });
  const log = element("ol", { className: "heard", "aria-label": "Questions and proposals" });
  const tell = newest(log, (number) => `and ${number} more: see the sheet`);
  root.append(top.root, plates, sheets, log);

  return function show(view, names) {
    const name = naming(names);
    const replays = view.replays ? ` · replay ${view.replays}` : "";
    top.show(`Digit Code${replays}`, sentence(view, name));
    plates.replaceChildren(...Array.from({ length: view.seats }, (_, seat) => plate(view, seat, name)));
    const owners = view.master === null ? [...Array(view.seats).keys()] : [view.master];
    sheets.dataset.sheets = owners.length;
    sheets.replaceChildren(...owners.map((owner) => sheet(view, owner, name)));
    const entries = heard(view, name);
    log.hidden = entries.length === 0;
    tell(entries);
  };
}

function sentence(view, name) {
  switch (view.phase) {
    case "code":
      return view.to_act.includes("chance") ? "The table makes a code" : `${listed(view.to_act.map(name))} ${view.to_act.length > 1 ? "make" : "makes"} a secret code`;
    case "ask":
      return `${name(view.turn_of)} asks, or proposes the code`;
    case "last":
      return `${name(view.turn_of)} has one last chance`;
    default:
      return won(view, name);
  }
}

function plate(view, seat, name) {
  const wrong = view.wrong[seat] ?? 0;
  const marks = standing(view, seat);
  const role = marks.includes("winner") ? "winner" : view.master === seat ? "question master" : marks.includes("out") ? "out" : "";
  const crosses = element("span", { className: "crosses", role: "img", "aria-label": `${wrong} of 2 wrong` }, "✗".repeat(wrong) + "·".repeat(Math.max(0, 2 - wrong)));
  return element(
    "li",
    { className: `plate ${marks}` },
    element("span", { className: "name" }, name(seat)),
    element("span", { className: "role" }, role || "solver"),
    view.master === seat ? "" : crosses,
  );
}

/** What everybody knows of a code from the answers alone. */
export function known(view, owner) {
  const facts = { lines: {}, parity: {}, spaces: {} };
  const larger = new Map(); // What was asked twice stands there once.
  for (const { of, question, answer } of view.asked) {
    if (of !== owner) continue;
    if (question.move === "ask_line") facts.lines[question.line] = answer;
    else if (question.move === "ask_parity") facts.parity[question.place] = answer;
    else if (question.move === "ask_larger") larger.set([...question.places].sort().join(""), [question.places, answer]);
    else facts.spaces[question.column + question.row] = answer;
  }
  return { ...facts, larger: [...larger.values()] };
}

function svg(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function corner(place) {
  const at = PLACES.indexOf(place);
  return [LEFT + PITCH * (at % 3), at < 3 ? TOP : LOW];
}

/** A puzzle: the sheet with its answers beside the clues, which are sentences. */
export function puzzleOf(puzzle) {
  const heardSoFar = { asked: puzzle.drawing, codes: [], table_code: null };
  return { numbered: true, beside: [sheet(heardSoFar, "table", () => "")], clue: () => null };
}

function sheet(view, owner, name) {
  const facts = known(view, owner);
  const code = owner === "table" ? view.table_code : view.codes[owner];
  const drawing = svg("svg", { viewBox: "0 0 216 174", role: "img", "aria-label": spoken(code, facts) });
  for (const place of PLACES) drawing.append(...digit(place, code?.[PLACES.indexOf(place)] ?? null, facts));
  [...COLUMNS].forEach((column, at) => {
    // A little apart from each other, so that no number touches the next one.
    const x = LEFT + PITCH * Math.floor(at / 3) + (WIDE / 2) * (at % 3) + (at % 3) - 1;
    drawing.append(...label(x, 86, 17, column, facts.lines[column]));
  });
  [...ROWS].forEach((row, at) => {
    const y = (at < 5 ? TOP : LOW) + (TALL / 4) * (at % 5);
    drawing.append(...label(at % 2 === (at < 5 ? 0 : 1) ? 10 : 206, y, 20, row, facts.lines[row]));
  });
  for (const [places, larger] of facts.larger) drawing.append(...sign(places, larger));
  const whose = owner === "table" ? "The table's code" : `${name(owner)}'s code`;
  const found = code ? `: ${code.slice(0, 3).join("")} ${code.slice(3).join("")}` : "";
  return element("figure", { className: code ? "sheet open" : "sheet" }, drawing, element("figcaption", {}, `${whose}${found}`));
}

function digit(place, value, facts) {
  const [x, y] = corner(place);
  const made = Object.entries(SPOTS).map(([segment, [column, row]]) => {
    const at = PLACES.indexOf(place);
    const lines = COLUMNS[3 * (at % 3) + column] + ROWS[(at < 3 ? 0 : 5) + row];
    const asked = facts.spaces[lines];
    const lit = value === null ? asked === true : SEGMENTS[value].includes(segment);
    const empty = value === null ? asked === false : !lit;
    const level = row % 2 === 0;
    const [cx, cy] = [x + (WIDE / 2) * column, y + (TALL / 4) * row];
    const bar = level
      ? { x: x + 4, y: cy - 4, width: WIDE - 8, height: 8 }
      : { x: cx - 4, y: cy - 11, width: 8, height: 22 };
    const space = svg("rect", { ...bar, rx: 4, class: `space ${lit ? "lit" : empty ? "empty" : "unknown"}` });
    if (value !== null || asked !== false) return [space];
    return [space, svg("text", { x: cx, y: cy, class: "crossed" }, "×")];
  });
  // The place's letter stands inside its upper half, what is known of it inside the lower one.
  const letter = svg("text", { x: x + WIDE / 2, y: y + TALL / 4, class: "place" }, place);
  const parity = facts.parity[place];
  const told = parity && value === null ? [svg("text", { x: x + WIDE / 2, y: y + (TALL * 3) / 4, class: "parity" }, parity)] : [];
  return [...made.flat(), letter, ...told];
}

/** The letter of a line; with what was counted there, on a plate of that width. */
function label(x, y, width, letter, count) {
  if (count === undefined) return [svg("text", { x, y, class: "line" }, letter)];
  return [
    svg("rect", { x: x - width / 2, y: y - 6.5, width, height: 13, rx: 4, class: "counted" }),
    svg("text", { x, y, class: "line told" }, `${letter}${count}`),
  ];
}

function sign([first, second], larger) {
  const [x1, y1] = corner(first);
  const [x2, y2] = corner(second);
  const [x, y] = [(x1 + x2 + WIDE) / 2, (y1 + y2 + TALL) / 2];
  if (x1 !== x2) return [svg("text", { x, y, class: "larger" }, larger === first ? ">" : "<")];
  // Of two that stand above each other: beside the letters of their columns, where only a narrow sign has room.
  const tip = larger === first ? 3 : -3;
  return [svg("path", { d: `M${x + WIDE / 2 + 9.5} ${86 - tip}l3.5 ${2 * tip}l3.5 ${-2 * tip}`, class: "larger upright" })];
}

function spoken(code, facts) {
  if (code) return `The code was ${code.join(" ")}`;
  const lines = Object.entries(facts.lines).map(([line, count]) => `line ${line} has ${count}`);
  const places = Object.entries(facts.parity).map(([place, parity]) => `${place} is ${parity}`);
  return lines.length + places.length ? `Known: ${listed([...lines, ...places])}` : "Nothing is known of this code yet";
}

export function asked({ question, answer }) {
  switch (question.move) {
    case "ask_line":
      return [`line ${question.line}`, `${answer} filled`];
    case "ask_parity":
      return [`${question.place} even/odd`, answer];
    case "ask_larger":
      return [question.places.join(" or "), `${answer} larger`];
    default:
      return [`space ${question.column}${question.row}`, answer ? "filled" : "empty"];
  }
}

function heard(view, name) {
  const proposals = view.proposals.map(({ seat, digits, correct }) => {
    const said = `${digits.slice(0, 3).join("")} ${digits.slice(3).join("")}`;
    const verdict = element("b", {}, correct ? "✓ correct" : "✗ wrong");
    return element("li", { className: correct ? "proposal right" : "proposal wrong" }, element("i", {}, name(seat)), element("span", {}, said), verdict);
  });
  const questions = view.asked.map((one) => {
    const [what, answer] = asked(one);
    return element("li", {}, element("i", {}, name(one.seat)), element("span", {}, what), element("b", {}, answer));
  });
  return [...proposals.reverse(), ...questions.reverse()];
}
