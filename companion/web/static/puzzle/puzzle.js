// @ts-check
// The page of puzzles: one for each day, game and level. The table makes and judges them; this browser keeps the streak.
//
// The address holds which one is shown (#day/game/level), so that it can be loaded again and passed on.

import { loadBoard } from "/static/boards/boards.js";
import { at, element, say } from "/static/element.js";
import { load, said } from "/static/load.js";
import { Streak } from "/static/puzzle/puzzle_streak.js";
import { ofBrowser } from "/static/storage.js";

const streak = new Streak(ofBrowser);
/** @type {string | null} */
let shown = null; // Nothing while another one is fetched.
let helped = false;

function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

function complain(text) {
  at("fault").hidden = !text;
  say(at("fault"), text);
}

function clue(one, draw, number) {
  const drawn = draw.clue(one, number);
  if (drawn === null) return element("li", {}, one.text);
  drawn.setAttribute("aria-hidden", "true");
  drawn.classList.add("pieces");
  return element("li", {}, element("span", { className: "unseen" }, one.text), drawn);
}

function field({ name, choices }, index) {
  const box = element("select", { name: String(index), required: true }, element("option", { value: "" }, "–"));
  box.append(...choices.map((choice) => element("option", { value: choice }, choice)));
  return element("label", {}, element("span", {}, name), box);
}

function key() {
  return `${at("day").value}/${at("game").value}/${at("level").value}`;
}

async function show() {
  const name = key();
  helped = false;
  shown = null;
  at("shown").setAttribute("aria-busy", "true");
  complain("");
  try {
    const puzzle = await load(`/puzzle/${name}`);
    const board = await loadBoard(puzzle.game);
    const draw = /** @type {import("/static/types").DrawPuzzle} */ (board.puzzle)(puzzle);
    if (name !== key()) return;
    shown = name;
    history.replaceState(null, "", `#${name}`);
    say(at("title"), puzzle.title);
    say(at("task"), puzzle.task);
    at("clues").className = draw.numbered ? "numbered" : "";
    at("clues").replaceChildren(...puzzle.clues.map((one, number) => clue(one, draw, number)));
    at("shown").dataset.game = puzzle.game;
    at("drawing").replaceChildren(...draw.beside);
    at("fields").className = `fields ${puzzle.kind.replaceAll(" ", "-")}`;
    at("fields").replaceChildren(...puzzle.fields.map(field));
    say(at("grade"), `${puzzle.level[0].toUpperCase()}${puzzle.level.slice(1)}. ${puzzle.grade}`);
    judge(null, streak.has(name) ? "You have solved this one." : "");
    settle(true);
    document.body.dataset.shown = name;
  } catch (error) {
    if (name !== key()) return;
    complain(said(error));
    settle(false);
  }
}

/** Nothing is fetched any more; what stands there belongs to the puzzle that was chosen, or is hidden. */
function settle(isThere) {
  at("shown").hidden = !isThere;
  at("shown").removeAttribute("aria-busy");
}

function judge(right, text) {
  at("verdict").dataset.right = String(right);
  say(at("verdict"), text);
}

function told() {
  const { days, best } = streak.on(today());
  const many = days === 1 ? "1 day" : `${days} days`;
  say(at("streak"), days === 0 ? "Solve a puzzle of today to begin a streak." : `Your streak: ${many} in a row (longest: ${best}).`);
}

at("answer").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [name, alone] = [shown, !helped];
  if (name === null) return;
  const values = [...at("fields").querySelectorAll("select")].map((box) => `value=${encodeURIComponent(box.value)}`);
  try {
    const verdict = await load(`/puzzle/${name}/answer?${values.join("&")}`);
    if (verdict.right && alone) {
      streak.solved(name, today());
      told();
    }
    if (name === shown) judge(verdict.right, `${verdict.right ? "✓ Right." : "✗ Not right."} ${verdict.why}`);
  } catch (error) {
    if (name === shown) complain(said(error));
  }
});

at("solve").addEventListener("click", async () => {
  const name = shown;
  if (name === null) return;
  try {
    const { answer } = await load(`/puzzle/${name}/solution`);
    if (name !== shown) return;
    helped = true;
    at("fields").querySelectorAll("select").forEach((box, index) => {
      box.value = answer[index];
    });
    judge(null, `The answer is ${answer.join(", ")}. It does not count for the streak.`);
  } catch (error) {
    if (name === shown) complain(said(error));
  }
});

for (const id of ["game", "level", "day"]) {
  at(id).addEventListener("change", () => {
    if (at("choice").reportValidity()) show();
  });
}
at("choice").addEventListener("submit", (event) => event.preventDefault());

try {
  const [day, game, level] = location.hash.slice(1).split("/");
  at("day").value = /^\d{4}-\d\d-\d\d$/.test(day) ? day : today();
  const offered = await load(`/puzzle/${at("day").value}`);
  at("game").append(...Object.entries(offered.games).map(([name, title]) => element("option", { value: name }, title)));
  at("level").append(...offered.levels.map((name) => element("option", { value: name }, name)));
  at("game").value = game in offered.games ? game : offered.today;
  at("level").value = offered.levels.includes(level) ? level : offered.levels[0];
  told();
  await show();
} catch (error) {
  complain(said(error));
}
