// The page of puzzles: one for each day, game and level. The table makes and judges them; this browser keeps the streak.
//
// The address holds which one is shown (#day/game/level), so that it can be loaded again and passed on.

import { element, say } from "/static/element.js";
import { Streak } from "/static/puzzle_streak.js";
import { sheet } from "/static/games/digitcode.js";

const at = (id) => document.getElementById(id);
const streak = new Streak(localStorage);
let shown = null;
let helped = false;

function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** What the table answers. A puzzle is made bit by bit: then the same is asked again. */
async function load(path) {
  for (;;) {
    const answer = await fetch(path).catch(() => null);
    if (answer === null) throw new Error("The table does not answer; is it still running?");
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.error);
    if (answer.status !== 202) return body;
  }
}

function complain(text) {
  at("fault").hidden = !text;
  say(at("fault"), text);
}

/** A peg, a tile or nothing, as the pieces of a clue name them. */
function piece(game, name) {
  if (game === "mastermind") {
    return element("span", { className: "peg", "data-colour": name, title: name }, name[0].toUpperCase());
  }
  const colour = name[0] === "B" ? "black" : "white";
  const front = name.slice(1);
  const how = front === "?" ? "standing" : "open";
  return element("span", { className: `tile ${how}`, "data-colour": colour }, element("span", { className: "front" }, front));
}

function clue({ text, pieces }, puzzle, number) {
  const line = element("li", {});
  if (puzzle.game === "digitcode" || pieces.length === 0) {
    line.append(text);
    return line;
  }
  line.append(element("span", { className: "unseen" }, text));
  const drawn = element("span", { className: "pieces", "aria-hidden": "true" });
  if (puzzle.game === "mastermind") {
    drawn.append(...pieces.slice(0, 4).map((name) => piece("mastermind", name)));
    drawn.append(element("span", { className: "arms" }, `red ${pieces[4]}, white ${pieces[5]}`));
  } else {
    line.classList.add("owned");
    drawn.append(element("strong", {}, `${text.split(":")[0]}`));
    pieces.forEach((name, index) => {
      const letter = number === 0 ? "" : "abcdefghijklmn"[index];
      drawn.append(element("span", { className: "lettered" }, piece("davinci", name), element("small", {}, letter)));
    });
  }
  line.append(drawn);
  return line;
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
  at("shown").setAttribute("aria-busy", "true");
  complain("");
  try {
    const puzzle = await load(`/puzzle/${name}`);
    if (name !== key()) return;
    shown = name;
    history.replaceState(null, "", `#${name}`);
    say(at("title"), puzzle.title);
    say(at("task"), puzzle.task);
    at("clues").className = puzzle.game;
    at("clues").replaceChildren(...puzzle.clues.map((one, number) => clue(one, puzzle, number)));
    at("drawing").replaceChildren(...drawing(puzzle));
    at("fields").className = `fields ${puzzle.game} ${puzzle.kind.replaceAll(" ", "-")}`;
    at("fields").replaceChildren(...puzzle.fields.map(field));
    say(at("grade"), `${puzzle.level[0].toUpperCase()}${puzzle.level.slice(1)}. ${puzzle.grade}`);
    judge(null, streak.has(name) ? "You have solved this one." : "");
    at("shown").removeAttribute("aria-busy");
    document.body.dataset.shown = name;
  } catch (error) {
    if (name === key()) complain(error.message);
  }
}

/** Digit Code's sheet with the answers on it. */
function drawing(puzzle) {
  if (puzzle.game !== "digitcode") return [];
  return [sheet({ asked: puzzle.drawing, codes: [], table_code: null }, "table", () => "")];
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
  const name = shown;
  const values = [...at("fields").querySelectorAll("select")].map((box) => `value=${encodeURIComponent(box.value)}`);
  try {
    const verdict = await load(`/puzzle/${name}/answer?${values.join("&")}`);
    judge(verdict.right, `${verdict.right ? "✓ Right." : "✗ Not right."} ${verdict.why}`);
    if (verdict.right && !helped) {
      streak.solved(name, today());
      told();
    }
  } catch (error) {
    complain(error.message);
  }
});

at("solve").addEventListener("click", async () => {
  try {
    const { answer } = await load(`/puzzle/${shown}/solution`);
    helped = true;
    at("fields").querySelectorAll("select").forEach((box, index) => {
      box.value = answer[index];
    });
    judge(null, `The answer is ${answer.join(", ")}. It does not count for the streak.`);
  } catch (error) {
    complain(error.message);
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
  complain(error.message);
}
