// @ts-check
// The choices to go on or to stop, in chances to win the round: extra columns of the review's table, and the sums of a seat.

import { element } from "/static/element.js";

const told = (tell) => ({ choice }) => (choice === null ? "–" : tell(choice));

/** The extra columns: a name, and what is said for a move. */
export const CHOICES = [
  ["Going on", told((choice) => percent(choice.going_on))],
  ["Stopping", told((choice) => percent(choice.stopping))],
  ["Choice gained", told((choice) => percent(choice.gained))],
  ["Choice luck", told((choice) => difference(choice.luck))],
  ["Choice skill", told((choice) => difference(choice.skill))],
];

/** Whether players of the reviewed game choose to go on or to stop. */
export function hasChoices(review) {
  return review.seats.some((one) => one.choices !== null);
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
  return `${(100 * chance).toFixed(1)} %`.replace(/^-(?=0\.0 )/, "");
}

function difference(value) {
  const text = (100 * Math.abs(value)).toFixed(1);
  return `${Number(text) === 0 ? "" : value < 0 ? "−" : "+"}${text} %`;
}

function times(count) {
  return count === 1 ? "1 time" : `${count} times`;
}
