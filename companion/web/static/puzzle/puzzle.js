// @ts-check
// The page of puzzles: one for each day, game and level, solved by touch on the board of its game. The table makes and judges them;
// this browser keeps the streak, and in this tab what is pencilled and half entered.
//
// The address holds which one is shown (#day/game/level, where a game can have an edition: mastermind.classic), so that it can be
// loaded again and passed on.

import { loadBoard } from "/static/boards/boards.js";
import { actButton, clicked, same } from "/static/boards/common.js";
import { at, element, say } from "/static/element.js";
import { load, said } from "/static/load.js";
import { shareText, Streak } from "/static/puzzle/puzzle_streak.js";
import { ofBrowser, ofTab } from "/static/storage.js";
import { morph } from "/static/touch/morph.js";

const KEPT = "companion-puzzle"; // What is half entered in this tab.
const streak = new Streak(ofBrowser);
/** @type {Map<string, (button: HTMLElement) => void>} */
const acts = new Map();
const levels = {}; // How the machine plays: nobody plays here.
let offered = { games: {}, editions: /** @type {Record<string, Record<string, string>>} */ ({}), levels: /** @type {string[]} */ ([]) };
/** @type {Record<string, string>} */
const wanted = {}; // The edition of each game that was chosen last.
let chosen = ""; // day/game/level; what is shown once it is there.
/** @type {any} */
let puzzle = null; // With its `name` and the `draw` of its board; nothing while another one is fetched.
/** What this player did of it. @type {{ draft: any, memory: any, marks: Record<string, string[]>, writes: boolean, tries: number, hints: number, helped: boolean, right: any }} */
let own = begun();

function begun() {
  return { draft: {}, memory: {}, marks: {}, writes: false, tries: 0, hints: 0, helped: false, right: null };
}

function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

function complain(text) {
  at("fault").hidden = !text;
  say(at("fault"), text);
}

async function show(name) {
  chosen = name;
  puzzle = null;
  drawNine();
  at("shown").setAttribute("aria-busy", "true");
  complain("");
  try {
    const found = await load(`/puzzle/${name}`);
    const { draw } = await loadBoard(found.game);
    if (name !== chosen) return;
    puzzle = { ...found, name, draw };
    own = kept(name);
    history.replaceState(null, "", `#${name}`);
    say(at("title"), found.title);
    say(at("task"), found.task);
    at("shown").dataset.game = found.game;
    say(at("grade"), `${found.level[0].toUpperCase()}${found.level.slice(1)}. ${found.grade}`);
    judge(null, streak.has(name) ? "You have solved this one." : "");
    render();
    settle(true);
    document.body.dataset.shown = name;
  } catch (error) {
    if (name !== chosen) return;
    complain(said(error));
    settle(false);
  }
}

/** What this tab remembers of a puzzle that was begun. */
function kept(name) {
  try {
    const found = JSON.parse(ofTab.getItem(KEPT) ?? "null");
    return found?.name === name ? { ...begun(), ...found.own } : begun();
  } catch {
    return begun();
  }
}

/** Nothing is fetched any more; what stands there belongs to the puzzle that was chosen, or is hidden. */
function settle(isThere) {
  at("shown").hidden = !isThere;
  at("shown").removeAttribute("aria-busy");
}

/** The board as its player has it, and what is done with it. */
function render() {
  acts.clear();
  const { view, names, prompt } = puzzle;
  const ui = { prompt, menu: null, sheet: null, levels, draft: own.draft, memory: own.memory, pencil: { on: own.writes, marks: own.marks, write }, button, set, remember, send: check, refuse };
  const { main, side, own: mine = [], pad = [], hint, ready, undo } = puzzle.draw({ view, names }, ui);
  morph(at("scene"), [element("div", { className: "main" }, ...main), ...(side.length ? [element("div", { className: "aside" }, ...side)] : [])]);
  morph(at("mine"), mine);
  morph(at("pad"), pad);
  // What a game adds to its question, such as what a wrong answer costs, counts for no puzzle.
  say(at("tap"), own.writes ? "Pencil: tap what could be" : ready ? ready.text.replace(/\?.*/, "?") : (hint ?? ""));
  const isRight = Boolean(ready && same(own.right, ready.move));
  const back = () => change({ draft: undo });
  const ways = [
    ...(undo ? [button("undo", { className: "undo" }, back, "Undo")] : []),
    button("pencil", { className: "way", pressed: own.writes }, () => change({ writes: !own.writes }), "Pencil"),
    button("check", { className: isRight ? "go right" : "go", disabled: !ready || isRight, "aria-describedby": "tap" }, () => check(ready.move), isRight ? "✓ Right" : "Check"),
  ];
  morph(at("ways"), ways);
  say(at("help"), own.hints ? "Another hint" : "Hint");
  at("help").disabled = own.hints >= puzzle.hints.length;
  at("share").hidden = !streak.has(puzzle.name);
  if (at("share").hidden) at("text").hidden = true;
}

/** @type {import("/static/types").Ui["button"]} */
const button = (key, attributes, act, ...children) => actButton(acts, key, attributes, act, ...children);
const set = (more) => change({ draft: { ...own.draft, ...more } });
const remember = (more) => change({ memory: { ...own.memory, ...more } });
const refuse = (why) => judge(null, why);
const write = (place, marks) => change({ marks: { ...own.marks, [place]: marks } });

function change(more) {
  own = { ...own, ...more };
  ofTab.setItem(KEPT, JSON.stringify({ name: puzzle.name, own }));
  render();
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

/** The game of a puzzle, and its edition, if one was chosen. @param {string} name */
const parts = (name) => (name.split("/")[1] ?? "").split(".");

/** The puzzles of the day, and which of them are solved: of a game with editions in the one that was chosen. */
function drawNine() {
  const [day, ...rest] = chosen.split("/");
  const [shownGame, edition = ""] = parts(chosen);
  wanted[shownGame] = edition;
  drawEditions(shownGame, edition);
  const cell = (plain, title, level) => {
    const game = wanted[plain] ? `${plain}.${wanted[plain]}` : plain;
    const solved = streak.has(`${day}/${game}/${level}`);
    const label = `${title}, ${level}${solved ? ": solved" : ""}`;
    return actButton(acts, "", { className: "cell", "data-puzzle": `${game}/${level}`, pressed: rest.join("/") === `${game}/${level}`, label }, () => {}, element("span", {}, level), element("b", { "aria-hidden": "true" }, solved ? "✓" : ""));
  };
  morph(at("offered"), Object.entries(offered.games).map(([game, title]) => element("div", { className: "game", role: "group", "aria-label": title }, element("span", {}, title), ...offered.levels.map((level) => cell(game, title, level)))));
}

/** @param {string} game @param {string} edition */
function drawEditions(game, edition) {
  const known = Object.entries(offered.editions[game] ?? {});
  at("editions").hidden = !known.length;
  const option = (value, text) => element("option", { value, selected: value === edition }, text);
  morph(at("edition"), known.length ? [option("", "the day's"), ...known.map(([value, text]) => option(value, text))] : []);
  at("edition").value = edition;
}

async function check(move) {
  const { name } = puzzle;
  const { helped, hints } = own;
  const tries = own.tries + 1;
  change({ tries });
  try {
    const verdict = await load(`/puzzle/${name}/answer?move=${encodeURIComponent(JSON.stringify(move))}`);
    if (verdict.right && !helped) {
      streak.solved(name, today(), { tries, hints });
      told();
      drawNine();
    }
    if (name !== puzzle?.name) return;
    if (verdict.right) change({ right: move });
    judge(verdict.right, `${verdict.right ? "✓ Right." : "✗ Not right."} ${verdict.why}`);
    at("verdict").scrollIntoView({ block: "nearest" });
  } catch (error) {
    if (name === puzzle?.name) complain(said(error));
  }
}

at("help").addEventListener("click", () => {
  if (puzzle === null) return;
  change({ hints: own.hints + 1 });
  judge(null, puzzle.hints.slice(0, own.hints).join(" "));
});

at("solve").addEventListener("click", async () => {
  if (puzzle === null) return;
  const { name } = puzzle;
  try {
    const { answer } = await load(`/puzzle/${name}/solution`);
    if (name !== puzzle?.name) return;
    change({ helped: true });
    judge(null, `The answer is ${answer.join(", ")}. It does not count for the streak.`);
  } catch (error) {
    if (name === puzzle?.name) complain(said(error));
  }
});

/** Into the clipboard; where the browser gives none, as over plain http, into a field to be copied by hand. */
at("share").addEventListener("click", async () => {
  const text = shareText(chosen, offered, streak);
  try {
    await navigator.clipboard.writeText(text);
    say(at("shared"), "Copied: paste it where you like.");
  } catch {
    say(at("shared"), "Copy this text:");
    at("text").hidden = false;
    at("text").value = text;
    at("text").select();
  }
});

at("shown").addEventListener("click", (event) => puzzle && clicked(acts, event));
at("offered").addEventListener("click", (event) => {
  const cell = event.target.closest("button");
  if (cell) show(`${at("day").value}/${cell.dataset.puzzle}`);
});
at("day").addEventListener("change", () => at("choice").reportValidity() && show([at("day").value, ...chosen.split("/").slice(1)].join("/")));
at("edition").addEventListener("change", () => {
  const [day, , level] = chosen.split("/");
  const edition = at("edition").value;
  show([day, edition ? `${parts(chosen)[0]}.${edition}` : parts(chosen)[0], level].join("/"));
});
at("choice").addEventListener("submit", (event) => event.preventDefault());

try {
  const [day, game, level] = location.hash.slice(1).split("/");
  at("day").value = /^\d{4}-\d\d-\d\d$/.test(day) ? day : today();
  const { games, editions, levels, today: first } = await load(`/puzzle/${at("day").value}`);
  offered = { games, editions, levels };
  told();
  const [plain, edition] = parts(`/${game}`);
  const isKnown = plain in games && (!edition || edition in (editions[plain] ?? {}));
  await show([at("day").value, isKnown ? game : first, levels.includes(level) ? level : levels[0]].join("/"));
} catch (error) {
  complain(said(error));
}
