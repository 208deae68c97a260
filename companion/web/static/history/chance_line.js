// @ts-check
// Each side's chance to win over time, as the review estimates it: a line for each player above the slider, and their chances in
// words at the position that is looked at. Each line has dashes of its own, so that colour tells nothing alone.

import { element } from "/static/element.js";
import { drawn } from "/static/history/review_chart.js";

const WIDTH = 1000;
const HEIGHT = 100;

/** Each seat's chance by number of moves, from even at the beginning to how the game ended: [number, chances of all seats] in order;
 * empty where the review has none. `game`: with `moves` and `winners`. */
export function course({ chances, moves: reviewed }, { moves, winners }) {
  if (!chances.length) return [];
  const sides = chances[0].filter((_, seat) => chances.some((one) => one[seat] > 0)).length;
  const even = chances[0].map((_, seat) => (chances.some((one) => one[seat] > 0) ? 1 / sides : 0));
  const after = reviewed.map(({ number }, at) => [number, chances[at]]);
  const last = winners?.length ? [[moves, even.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0))]] : [];
  return [[0, even], ...after.filter(([number]) => number < moves || !last.length), ...last];
}

/** The chances after so many moves: those after the last of them that was reviewed. */
export function chancesAt(points, number) {
  return points.findLast(([when]) => when <= number)?.[1] ?? [];
}

/** "63 %", with names: who hears the page gets the same. */
export const told = (chance) => `${Math.round(100 * chance)} %`;

/** The lines, as wide as the slider, with a star at the turning point. */
export function chanceLines(points, moves, turning) {
  const x = (number) => ((WIDTH * number) / moves).toFixed(1);
  const seats = points.length ? points[0][1].map((_, seat) => seat).filter((seat) => points.some(([, chances]) => chances[seat] > 0)) : [];
  const lines = seats.map((seat) =>
    drawn("polyline", { class: "side", "data-side": seat, points: points.map(([number, chances]) => `${x(number)},${(HEIGHT * (1 - chances[seat])).toFixed(1)}`).join(" ") }),
  );
  const mark = turning === null ? [] : [drawn("line", { class: "turning", x1: x(turning), x2: x(turning), y1: 0, y2: HEIGHT })];
  return drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" }, drawn("line", { class: "grid", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }), ...mark, ...lines);
}

/** What the lines say of one position: each player with a piece of the own line. */
export function chanceLegend(chances, names) {
  return names.flatMap((name, seat) => {
    if (chances[seat] === undefined) return [];
    const line = drawn("svg", { viewBox: "0 0 30 10", width: 30, height: 10, "aria-hidden": "true" }, drawn("polyline", { class: "side", "data-side": seat, points: "0,5 30,5" }));
    return [element("li", {}, line, `${name} `, element("b", {}, told(chances[seat])))];
  });
}
