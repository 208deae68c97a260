// What the boards make of positions, for test_boards.py: reads a file of JSON, and writes JSON.
//
// "reached": the moves that all sequences of taps lead to. "pointed": the places at which they point, with their marks. "drawn": for every observer what a spectator's board says, and whether it
// is drawn alike twice and has nothing to tap.

import { readFileSync } from "node:fs";

import { document } from "./browser.mjs";

const { loadBoard } = await import("/static/boards/boards.js");
const [what, file] = process.argv.slice(2);
const given = JSON.parse(readFileSync(file, "utf8"));
const nothing = { prompt: null, menu: null, sheet: null, levels: {}, draft: {}, memory: {} };

/** All moves that taps lead to, and all places at which they point. Of the symbols of a row only the next one of `row` is tapped, and nothing else once it is begun. */
async function tapped([data, row, own]) {
  const board = await loadBoard(own ? data.view.game : "a game without a board");
  const moves = new Set();
  const points = new Set();
  const seen = new Set();
  const waiting = [[{}, {}, 0]];
  while (waiting.length) {
    const [draft, memory, filled] = waiting.pop();
    const key = JSON.stringify([draft, memory]);
    if (seen.has(key)) continue;
    seen.add(key);
    const acts = [];
    const begins = Object.keys(draft.inner ?? draft).length === 0;
    let then = filled;
    const ui = {
      ...nothing,
      prompt: data.prompt,
      draft,
      memory,
      button(name, { disabled = false } = {}, act) {
        const [, symbol] = name.match(/(?:^|inner )symbol (.*)/) ?? [];
        const fills = (filled || begins) && filled < row.length && symbol === String(row[filled]);
        const other = !filled && !/(^|inner )(symbol|place) /.test(name);
        if (!disabled && (fills || other)) acts.push([act, filled + fills]);
        return document.createElement("button");
      },
      set: (change) => waiting.push([{ ...draft, ...change }, memory, then]),
      remember: (change) => waiting.push([draft, { ...memory, ...change }, filled]),
      send: (move) => moves.add(JSON.stringify(move)),
    };
    const made = board.draw(data, ui);
    if (made.ready) moves.add(JSON.stringify(made.ready.move));
    if (made.point) points.add(JSON.stringify(made.point));
    for (const [act, after] of acts) {
      then = after;
      act();
    }
  }
  return { moves: [...moves], points: [...points] };
}

const reached = async (position) => (await tapped(position)).moves;

const marked = (nodes) => nodes.reduce((count, node) => count + node.matches(".pointed") + node.querySelectorAll(".pointed").length, 0);

/** Each place at which taps point, and how many marks it has on the board of who looks on; without a place there is none. */
async function pointed([data, row]) {
  const board = await loadBoard(data.view.game);
  const marks = (point) => {
    const { main, side } = board.draw({ ...data, pointed: point && { seat: data.view.seat, place: point } }, null);
    return marked([...main, ...side]);
  };
  const { points } = await tapped([data, row, true]);
  return [[null, marks(null)], ...points.map((point) => [point, marks(JSON.parse(point))])];
}

const written = (node) => [node.nodeName, node.data ?? [...(node.attributes ?? [])].map(({ name, value }) => [name, value]), node.style?.cssText, (node.childNodes ?? []).map(written)];
const texts = (nodes) => nodes.map((node) => node.textContent).join(" ");

/** How a board that nobody plays at looks. */
async function drawn(data) {
  const board = await loadBoard(data.view.game);
  const [one, other] = [board.draw(data, null), board.draw(data, null)];
  const all = [...one.main, ...one.side];
  const buttons = all.flatMap((node) => [...(node.matches("button") ? [node] : []), ...node.querySelectorAll("button")]);
  return { head: one.head, says: texts(all), alike: JSON.stringify(all.map(written)) === JSON.stringify([...other.main, ...other.side].map(written)), buttons: buttons.length };
}

const made = [];
for (const one of given) made.push(await { reached, pointed, drawn }[what](one));
console.log(JSON.stringify(made));
