// @ts-check
// The data of a panel: what the table sent of the seat, what is half entered, and what was answered. Each function is pure.
//
// The draft is what is half entered. It is kept until the seat is asked something else or has answered, whatever others do
// meanwhile, and is never sent. The memory is what the board of a game keeps from one question to the next, such as its page: in
// another game it would mean something else. `refused` says why the last tap did nothing.

/** @typedef {import("/static/types").Draft} Draft */
/** @typedef {{ draft: Draft, memory: Draft, asked: string, game: string }} Kept what a panel hands on to one that takes its place */
/**
 * `data`: null before the first. `answered`: the move that was answered with what was entered. `isNew`: what is asked, or the page of
 * the board that was opened for it, has not been drawn yet. `isSlow`: an answer is on its way, and the table has been silent for a while.
 * @typedef {Kept & { data: any, answered: number | null, isNew: boolean, isSlow: boolean, hasTurn: boolean, refused: string }} Model
 */

/** A panel before the table has told anything. @param {Kept | null} kept @returns {Model} */
export function begun(kept = null) {
  const { draft = {}, memory = {}, asked = "", game = "" } = kept ?? {};
  return { draft, memory, asked, game, data: null, answered: null, isNew: false, isSlow: false, hasTurn: false, refused: "" };
}

/** @param {Model} model @returns {Kept} */
export const keptOf = ({ draft, memory, asked, game }) => ({ draft, memory, asked, game });

/**
 * The table has sent data. `news`: it asks something else, or took the answer. `turnEnds`: the seat had the turn, and has it no more.
 * @param {Model} model
 * @param {any} data
 */
export function taken(model, data) {
  const moved = model.answered !== null && !data.device && data.number !== model.answered;
  // A pause asks nothing of the game: what is half entered is there after it.
  const asked = data.device ? model.asked : JSON.stringify([data.game, data.to, data.prompt]);
  const news = asked !== model.asked || moved;
  const game = data.device ? model.game : data.game;
  // What luck decides meanwhile belongs to the turn.
  const hasTurn = data.view && !data.view.to_act.includes("chance") ? data.yours : model.hasTurn;
  /** @type {Model} */
  const after = { ...model, data, asked, game, hasTurn, memory: game === model.game ? model.memory : {}, isNew: model.isNew || news, draft: news ? {} : model.draft, refused: news ? "" : model.refused, answered: moved ? null : model.answered };
  return { model: after, news, turnEnds: model.hasTurn && !hasTurn };
}

/** An answer to the question `to` has been sent. Where several are asked, another one's move is no sign that it was taken. @param {Model} model @param {string} to @returns {Model} */
export function given(model, to) {
  const { data } = model;
  return to === data.to && data.view.to_act.length === 1 ? { ...model, answered: data.number } : model;
}
