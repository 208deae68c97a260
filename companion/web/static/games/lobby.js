// The lobby: which game is being chosen, with which options, and who plays. Every key of its view but the game may be missing.

import { element } from "/static/element.js";
import { head, naming } from "/static/games/head.js";

const GAMES = {
  mastermind: ["Mastermind", "Four pegs behind a screen, nine rows to find them.", "● ● ○ ●"],
  davinci: ["Da Vinci Code", "Rows of numbers in order: say what the others hide.", "3 ▮ 7 ▯"],
  digitcode: ["Digit Code", "Six digits made of 42 spaces, and four kinds of question.", "407 193"],
  passcode: ["Passcode", "Roll your codes, crack them card by card, and lock in.", "⚂ ⚅ ⚀"],
};

/** Fill the empty `root`; returns what shows a view. */
export function draw(root) {
  root.classList.add("lobby");
  const top = head();
  const sign = element("span", { className: "sign", "aria-hidden": "true" });
  const title = element("h2", {});
  const about = element("p", { className: "about" });
  const options = element("dl", { className: "options" });
  const players = element("ol", { className: "players", "aria-label": "Who sits at the table" });
  const how = element("p", { className: "how" }, "Press ● at a seat to sit down.");
  root.append(top.root, element("article", { className: "chosen" }, sign, title, about, options), players, how);

  return function show(view, names) {
    const name = naming(names);
    const [called, words, drawn] = GAMES[view.chosen] ?? [view.title ?? spaced(view.chosen ?? "A game"), "", "?"];
    top.show("Welcome to the table", view.needs ? `${called} ${view.needs}` : "What shall we play?");
    title.textContent = called;
    about.textContent = words;
    sign.textContent = drawn;
    // A choice that names a player counts those who have joined.
    const said = optionsOf(view, naming(view.players?.filter((one) => one.joined).map((one) => one.name) ?? names));
    options.replaceChildren(...said.flatMap(([term, value]) => [element("dt", {}, term), element("dd", {}, value)]));
    options.hidden = said.length === 0;
    how.hidden = view.players?.every((one) => one.joined) ?? false;
    players.replaceChildren(...Array.from({ length: view.seats }, (_, seat) => player(view, seat, name)));
  };
}

/** Pairs of words: those that the view brings, else what was set to something else than usual. */
function optionsOf(view, name) {
  const given = view.options ?? view.settings ?? view.choices ?? [];
  const pairs = Array.isArray(given) ? given : Object.entries(given).map(([key, value]) => ({ name: key, value }));
  const clock = view.clock && view.clock !== "off" ? [["Clock", clockWords(view.clock)]] : [];
  return [...pairs.map((one) => [spaced(one.title ?? one.name ?? ""), one.label ?? inWords(one, name)]), ...clock];
}

/** "turn 60" is "1 min a turn". */
function clockWords(clock) {
  const [kind, seconds] = clock.split(" ");
  return `${seconds % 60 ? `${seconds} s` : `${seconds / 60} min`} a ${kind}`;
}

function inWords({ name: key, value }, name) {
  if (value === true || value === false) return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ");
  const seat = ["first_seat", "first_codemaker", "master"].includes(key) && typeof value === "number";
  return seat ? name(seat ? value : 0) : spaced(String(value ?? "–"));
}

function player(view, seat, name) {
  const listed = view.players?.[seat] ?? view.names?.[seat];
  const called = (typeof listed === "object" ? listed?.name : listed) || name(seat);
  const waits = listed?.joined === false;
  const said = waits ? "not yet" : listed?.level ? `the machine, ${listed.level}` : "";
  const state = said ? element("small", {}, said) : "";
  return element("li", { className: waits ? "waits" : "" }, element("span", { className: "chair" }, String(seat + 1)), called, state);
}

function spaced(text) {
  const words = String(text).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
