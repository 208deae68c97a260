// The choices to go on or to stop, in chances to win the round: extra columns of the review's table, and the sums of a seat.

import { element } from "/static/element.js";

const COLUMNS = [
  ["Going on", (choice) => percent(choice.going_on)],
  ["Stopping", (choice) => percent(choice.stopping)],
  ["Choice gained", (choice) => percent(choice.gained)],
  ["Choice luck", (choice) => difference(choice.luck)],
  ["Choice skill", (choice) => difference(choice.skill)],
];

/** Whether players of the reviewed game choose to go on or to stop. */
export function hasChoices(review) {
  return review.seats.some((one) => one.choices !== null);
}

/** The heads of the extra columns. */
export function choiceHeads() {
  return COLUMNS.map(([name]) => element("th", { scope: "col", "data-part": "choice" }, name));
}

/** The cells of a move in these columns. */
export function choiceCells({ choice }) {
  return COLUMNS.map(([, told]) => element("td", {}, choice === null ? "–" : told(choice)));
}

/** How a seat chose, after a semicolon; empty where it had no choice. */
export function choiceSums({ choices }) {
  if (!choices || !choices.choices) return "";
  const sums = `luck ${difference(choices.luck)}, skill ${difference(choices.skill)}`;
  return `; going on or stopping: right ${choices.good} of ${times(choices.choices)}, ${sums}`;
}

/** Luck and skill of a choice, as a sentence after those of the claim. */
export function choiceNumbers({ choice }) {
  return choice === null ? "" : ` Choice: luck ${difference(choice.luck)}, skill ${difference(choice.skill)}.`;
}

function percent(chance) {
  return `${(100 * chance).toFixed(1)} %`;
}

function difference(value) {
  const text = (100 * Math.abs(value)).toFixed(1);
  return `${Number(text) === 0 ? "" : value < 0 ? "−" : "+"}${text} %`;
}

function times(count) {
  return count === 1 ? "1 time" : `${count} times`;
}
