// @ts-check
// The chart of a review, as SVG. Every kind of mark has a shape of its own, so that colour tells nothing alone: a bar for what a
// move gained, a line across it for what it promised, a diamond for what the best move promised, "!" for a contradiction, "?"
// for going on or stopping where the other was better, and a star for the turning point.

const SVG = "http://www.w3.org/2000/svg";
const STEP = 26;
const HEIGHT = 150;
const TOP = 26;
const FOOT = 20;
const LEFT = 40;
const END = 10;
const FEWEST = 8;

/** An element of SVG. */
export function drawn(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** How many moves have room beside each other in so many pixels. */
export function roomFor(width) {
  return Math.max(FEWEST, Math.floor((width - LEFT - END) / STEP));
}

/** The chart of one player's moves, in as many rows of at most `room` moves as it takes, all charts of a review to one scale.
 * `look(number)` is called for the move that is chosen. */
export function charts(moves, review, name, look, room) {
  const weighed = review.moves.filter((move) => move.gained !== null);
  const values = weighed.flatMap((move) => [move.gained, move.expected, move.best]);
  const most = /** @type {number} */ (nice(Math.max(0.1, ...values)));
  const least = Math.min(0, ...values) < 0 ? -/** @type {number} */ (nice(-Math.min(...values))) : 0;
  const y = (value) => TOP + ((most - value) / (most - least)) * (HEIGHT - TOP - FOOT);
  const rows = Math.ceil(moves.length / room);
  const each = Math.ceil(moves.length / rows);
  const width = LEFT + END + STEP * Math.max(each, FEWEST);
  return Array.from({ length: rows }, (_, at) => row(moves.slice(at * each, (at + 1) * each)));

  function row(shown) {
    const svg = drawn("svg", {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      width,
      height: HEIGHT,
      role: "img",
      "aria-label": `Chart of ${name}'s moves, steps ${shown[0].number} to ${shown.at(-1)?.number}; the table below has all of its numbers.`,
    });
    for (const value of [...new Set([least, 0, most / 2, most])]) {
      svg.append(drawn("line", { class: "grid", x1: LEFT, x2: width, y1: y(value), y2: y(value) }));
      svg.append(drawn("text", { class: "scale", x: LEFT - 6, y: y(value) + 4 }, short(value)));
    }
    shown.forEach((move, index) => svg.append(column(move, LEFT + 6 + STEP * index, y, review, look)));
    return svg;
  }
}

function column(move, x, y, review, look) {
  const middle = x + STEP / 2 - 3;
  const group = drawn("g", { "data-number": move.number });
  group.append(drawn("title", {}, `Step ${move.number}: ${move.said}`));
  group.append(drawn("rect", { class: "ground", x: x - 3, y: 0, width: STEP, height: HEIGHT }));
  if (move.gained === null) {
    group.append(drawn("circle", { class: "told", cx: middle, cy: y(0), r: 3 }));
  } else {
    const [high, low] = [Math.max(move.gained, 0), Math.min(move.gained, 0)];
    group.append(
      drawn("rect", { class: "gained", x: middle - 6, y: y(high), width: 12, height: Math.max(1, y(low) - y(high)) }),
      drawn("line", { class: "expected", x1: middle - 10, x2: middle + 10, y1: y(move.expected), y2: y(move.expected) }),
      drawn("path", { class: "best", d: `M${middle} ${y(move.best) - 5}l5 5l-5 5l-5 -5z` }),
    );
  }
  const signs = `${move.contradiction ? "!" : ""}${move.choice && !move.choice.good ? "?" : ""}${move.number === review.turning_point ? "★" : ""}`;
  if (signs) group.append(drawn("text", { class: "sign", x: middle, y: 14 }, signs));
  group.append(drawn("text", { class: "number", x: middle, y: HEIGHT - 5 }, String(move.number)));
  group.addEventListener("click", () => look(move.number));
  return group;
}

/** A round number that is not below this one. */
function nice(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 8, 10].map((one) => one * power).find((one) => one >= value - 1e-9);
}

function short(value) {
  return String(Number(value.toFixed(2))).replace("-", "−");
}
