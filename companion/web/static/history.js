// The page of finished games: a list, and one of them move by move through one seat's eyes, or through nobody's.
//
// The address holds what is looked at (#game/seat/move), so that it can be loaded again and passed on.

import { element, listed, say } from "/static/element.js";
import { Middle } from "/static/middle.js";
import { Oled } from "/static/oled.js";

const PAGE_BYTES = 128;
const at = (id) => document.getElementById(id);
const middle = new Middle();
const oled = new Oled(at("screen"));
let games = [];
let game = null;
let seat = "public";
let number = 0;
let asked = 0;

async function load(path) {
  const answer = await fetch(path).catch(() => null);
  if (answer === null) throw new Error("The table does not answer; is it still running?");
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body;
}

function complain(text) {
  at("fault").hidden = !text;
  say(at("fault"), text);
}

function result({ how, scores, winners, players }) {
  const tally = scores.join(" : ");
  if (how === "abandoned") return `abandoned at ${tally}`;
  if (winners.length === 0) return `nobody wins, ${tally}`;
  const names = listed(winners.map((winner) => players[winner]));
  return winners.length === 1 ? `${names} wins, ${tally}` : `a draw of ${names}, ${tally}`;
}

function row(one) {
  const button = element(
    "button",
    { type: "button", "data-key": one.key },
    element("strong", {}, `${one.number}. ${one.title}: ${one.players.join(", ")}`),
    element("span", {}, `${one.at.slice(0, 16).replace("T", " ")} · ${one.moves} moves · ${result(one)}`),
  );
  button.addEventListener("click", () => open(one, "public", 0));
  return element("li", {}, button);
}

function open(one, eyes, move) {
  game = one;
  say(at("title"), `${one.title}: ${one.players.join(", ")} (${result(one)})`);
  middle.take({ type: "hello", names: one.players });
  at("slider").max = one.moves;
  at("viewer").hidden = false;
  for (const button of at("games").querySelectorAll("button")) {
    button.setAttribute("aria-current", String(button.dataset.key === one.key));
  }
  const names = ["Nobody", ...one.players];
  at("eyes").replaceChildren(
    ...names.map((name, index) => {
      const whose = index === 0 ? "public" : String(index - 1);
      const button = element("button", { type: "button", "data-eyes": whose }, name);
      button.addEventListener("click", () => look(whose, number));
      return button;
    }),
  );
  look(eyes, move);
}

/** Show one moment. Of several that were asked for, the last one stays. */
async function look(eyes, move) {
  seat = eyes;
  number = Math.max(0, Math.min(move, game.moves));
  at("slider").value = number;
  say(at("place"), `${number} of ${game.moves}`);
  for (const button of at("eyes").children) button.setAttribute("aria-pressed", String(button.dataset.eyes === seat));
  history.replaceState(null, "", `#${game.key}/${seat}/${number}`);
  asked += 1;
  const ticket = asked;
  try {
    const moment = await load(`/history/games/${game.key}/${seat}/${number}`);
    if (ticket !== asked) return;
    complain("");
    middle.take({ type: "public", number: moment.number, view: moment.view });
    middle.take({ type: "event", text: moment.told });
    at("glass").hidden = moment.picture === null;
    if (moment.picture !== null) oled.show({ full: true, runs: runs(moment.picture) });
    document.body.dataset.shown = `${game.key}/${seat}/${number}`;
  } catch (error) {
    if (ticket === asked) complain(error.message);
  }
}

/** The eight pages of a picture in base64. */
function runs(picture) {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  return Array.from({ length: 8 }, (_, page) => ({
    page,
    column: 0,
    data: bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES),
  }));
}

at("slider").addEventListener("input", () => look(seat, Number(at("slider").value)));
at("before").addEventListener("click", () => look(seat, number - 1));
at("after").addEventListener("click", () => look(seat, number + 1));
addEventListener("keydown", (event) => {
  if (game === null || event.target === at("slider") || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  look(seat, number + step);
});

try {
  const answer = await load("/history/games");
  games = answer.games;
  complain(answer.faults.join(" "));
  at("none").hidden = games.length > 0;
  at("games").replaceChildren(...games.map(row).reverse());
  const [key, eyes, move] = location.hash.slice(1).split("/");
  const one = games.find((each) => each.key === key);
  if (one) open(one, eyes ?? "public", Number(move) || 0);
} catch (error) {
  complain(error.message);
}
