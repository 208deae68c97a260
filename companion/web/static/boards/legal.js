// @ts-check
// What a prompt allows, read from the prompt alone. No rule of any game is here: the table judges every move.

/** @typedef {import("/static/types").Prompt} Prompt */
/** @typedef {import("/static/types").Dial} Dial */

/** Every prompt at the end of the menus. @param {Prompt | null} prompt @returns {Exclude<Prompt, { kind: "menu" }>[]} */
export function leaves(prompt) {
  if (!prompt) return [];
  return prompt.kind === "menu" ? prompt.branches.flatMap((branch) => leaves(branch.prompt)) : [prompt];
}

/** All whole moves that are listed as options. @param {Prompt | null} prompt */
export const options = (prompt) => leaves(prompt).flatMap((leaf) => (leaf.kind === "choose" ? leaf.options : []));

/**
 * The first leaf for a move of that name, of that kind of prompt; or undefined.
 * @template {"dial" | "fill"} K
 * @param {Prompt | null} prompt
 * @param {K} kind
 * @param {string} move
 */
export const leafOf = (prompt, kind, move) => leavesOf(prompt, kind, move)[0];

/**
 * All leaves for a move of that name, of that kind of prompt.
 * @template {"dial" | "fill"} K
 * @param {Prompt | null} prompt
 * @param {K} kind
 * @param {string} move
 * @returns {Extract<Prompt, { kind: K }>[]}
 */
export function leavesOf(prompt, kind, move) {
  return /** @type {any[]} */ (leaves(prompt).filter((leaf) => leaf.kind === kind && "move" in leaf && leaf.move === move));
}

/**
 * Why a symbol cannot stand at a place of a fill, given the others ("" where it can). `values`: one for each place, or null.
 * @param {Extract<Prompt, { kind: "fill" }>} fill
 * @param {unknown[]} values
 * @param {number} place
 * @param {unknown} value
 */
export function barred(fill, values, place, value) {
  const others = values.filter((one, at) => at !== place && one === value);
  const most = fill.repeats_of?.find(([one]) => one === value)?.[1] ?? fill.repeats;
  if (others.length >= most) return fill.repeat_rule || "Not once more.";
  if (fill.rising_rule) {
    const rank = (/** @type {unknown} */ one) => fill.symbols.findIndex((symbol) => symbol.value === one);
    const stands = values.every((one, at) => one === null || at === place || (at < place ? rank(one) <= rank(value) : rank(one) >= rank(value)));
    if (!stands) return fill.rising_rule;
  }
  for (const [first, second] of fill.apart ?? []) {
    const other = first === place ? second : second === place ? first : -1;
    if (other >= 0 && values[other] === value) return fill.apart_rule || "Not beside its like.";
  }
  return "";
}

/** Whether some setting of a dial holds these values (one for each wheel, or null for any). @param {Dial} dial @param {unknown[]} values @returns {boolean} */
export function possible(dial, values) {
  if (values.every((one) => one !== null)) {
    return !(dial.barred ?? []).some((bar) => bar.every((one, at) => one === values[at]));
  }
  const open = values.indexOf(null);
  return dial.wheels[open].symbols.some(({ value }) => possible(dial, placed(values, open, value)));
}

/** These values, with another one at this place. @param {readonly any[]} values @param {number} place @param {unknown} value @returns {any[]} */
export const placed = (values, place, value) => values.map((one, at) => (at === place ? value : one));

/** The move of a dial whose wheels are all set. @param {Dial} dial @param {unknown[]} values */
export function dialled(dial, values) {
  const set = dial.wheels.map(({ field }, at) => [field, values[at]]);
  return { move: dial.move, ...Object.fromEntries(dial.fixed ?? []), ...Object.fromEntries(set) };
}
