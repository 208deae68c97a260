// @ts-check
// A western die: which face lies where, and a cube of six faces that tumbles and comes to rest.

import { element } from "/static/element.js";

/** @typedef {{ top: number, front: number }} Lies */

/** @type {Record<number, number[]>} */
const OUTWARD = { 1: [0, 0, 1], 2: [0, -1, 0], 3: [1, 0, 0], 4: [-1, 0, 0], 5: [0, 1, 0], 6: [0, 0, -1] };
/** @type {Record<number, number[]>} */
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
/** @type {(keyof ReturnType<typeof faces>)[]} */
const SIDES = ["top", "front", "right", "left", "back", "bottom"];

/** The six faces of a die by where they look, from its top and front; opposite ones add up to 7. @param {Lies} lies */
export function faces({ top, front }) {
  const [[a, b, c], [x, y, z]] = [OUTWARD[top], OUTWARD[front]];
  const across = [b * z - c * y, c * x - a * z, a * y - b * x]; // Upwards × towards us is rightwards.
  const right = Number(Object.keys(OUTWARD).find((face) => OUTWARD[Number(face)].every((part, axis) => part === across[axis])));
  return { top, front, right, left: 7 - right, back: 7 - front, bottom: 7 - top };
}

/** Whether a die can lie like this. @param {number} top @param {number} front */
export function isOrientation(top, front) {
  return top !== front && top + front !== 7;
}

/** A face with its pips. @param {number} value */
export function face(value, className = "") {
  const pips = Array.from({ length: 9 }, (_, at) => element("i", { className: PIPS[value]?.includes(at + 1) ? "pip" : "" }));
  return element("span", { className: `face ${className}`, "data-face": value }, ...pips);
}

/** A cube; `show(orientation)` lays it, `tumble(orientation, milliseconds)` throws it so that it will lie like that. */
export function cube() {
  const solid = element("span", { className: "solid" });
  const root = element("span", { className: "cube", role: "img" }, solid);
  /** @param {Lies | null} orientation */
  function show(orientation) {
    const all = orientation ? faces(orientation) : faces({ top: 6, front: 2 });
    solid.replaceChildren(...SIDES.map((side) => face(all[side], side)));
    const spoken = orientation ? `The die: ${all.top} on top, in front ${all.front}, left ${all.left}, right ${all.right}` : "The die";
    root.setAttribute("aria-label", spoken);
  }
  /** @param {Lies} orientation @param {number} time */
  function tumble(orientation, time) {
    show(orientation);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || !solid.animate) return;
    const flight = [
      { transform: "translateY(-130%) rotateX(-780deg) rotateY(560deg) rotateZ(250deg)" },
      { transform: "translateY(12%) rotateX(-320deg) rotateY(240deg) rotateZ(90deg)", offset: 0.5 },
      { transform: "translateY(-28%) rotateX(-190deg) rotateY(70deg) rotateZ(20deg)", offset: 0.72 },
      { transform: "rotateX(-55deg)" },
    ];
    solid.animate(flight, { duration: time, easing: "cubic-bezier(0.3, 0.1, 0.4, 1)" });
  }
  show(null);
  return { root, show, tumble };
}
