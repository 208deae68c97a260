// @ts-check
// The page of finished games: a list, and one of them move by move through one seat's eyes, or through nobody's.
//
// The address holds what is looked at (#game/seat/move), so that it can be loaded again and passed on. A seat's page leads to the
// review of the game that ended last (#newest/seat/move/review); the move "end" is its last one. An address without a game shows the
// newest.

import { capital } from "/static/boards/common.js";
import { at, element, listed, say } from "/static/element.js";
import { chanceLegend, chanceLines, chancesAt, course, told } from "/static/history/chance_line.js";
import { load, said } from "/static/load.js";
import { Middle } from "/static/middle.js";
import { Oled } from "/static/oled.js";
import { ReviewSection } from "/static/history/review.js";

const PAGE_BYTES = 128;
const middle = new Middle();
const oled = new Oled(at("screen"));
const review = new ReviewSection(at("viewer"), (number) => {
  go(number);
  inSight();
});
const unread = new Set(); // Sentences on what the list could not read.
let older = null;
/** @type {any} */
let game = null;
let seat = "public";
let number = 0;
let looking = false;
/** @type {string | null} */
let wanted = null;
let wantsReview = false;
/** @type {[number, number[]][]} */
let chances = [];
/** @type {ReturnType<typeof setTimeout> | null} */
let playing = null; // The next move of a game that plays by itself.

/** What is wrong now, below what of the list could not be read. */
function complain(text) {
  const all = [...unread, ...(text ? [text] : [])].join(" ");
  at("fault").hidden = !all;
  say(at("fault"), all);
}

/** How a game ended, with the scores of a series, the winner's first. */
function result({ how, scores, winners, players, counts }) {
  winners ??= []; // Nobody's, of a game that was ended early.
  const ranked = players.map((_, seat) => seat).sort((one, other) => Number(winners.includes(other)) - Number(winners.includes(one)));
  const tally = counts && Math.max(...scores) > 1 ? `: ${ranked.map((seat) => `${players[seat]} ${scores[seat]}`).join(", ")}` : "";
  if (how === "abandoned") return `ended early${tally}`;
  if (winners.length === 0) return `nobody wins${tally}`;
  const names = listed(winners.map((winner) => players[winner]));
  return `${winners.length === 1 ? `${names} wins` : `a draw of ${names}`}${tally}`;
}

function row(one) {
  const button = element(
    "button",
    { type: "button", "data-key": one.key },
    element("strong", {}, `${one.title}: ${one.players.join(", ")}`),
    element("span", {}, `${one.at.slice(0, 16).replace("T", " ")} · ${one.moves === 1 ? "1 step" : `${one.moves} steps`}`),
    element("span", {}, capital(result(one))),
  );
  button.addEventListener("click", () => {
    open(one, "public", Infinity);
    inSight();
  });
  button.setAttribute("aria-current", String(game?.key === one.key));
  return element("li", {}, button);
}

/** The next page of the list. A page can be short, or even empty, where old games had to be replayed for it. */
async function more() {
  at("older").disabled = true;
  try {
    let found = 0;
    do {
      const answer = await load(older === null ? "/history/games" : `/history/games?before=${older}`);
      older = answer.older;
      found = answer.games.length;
      for (const fault of answer.faults) unread.add(fault);
      complain("");
      at("games").append(...answer.games.map(row));
    } while (found === 0 && older !== null);
    at("none").hidden = at("games").childElementCount > 0;
  } finally {
    at("older").hidden = older === null;
    at("older").disabled = false;
  }
}

function open(one, eyes, move) {
  game = one;
  stop();
  say(at("title"), `${one.title}: ${one.players.join(", ")}`);
  say(at("result"), capital(result(one)));
  middle.take({ type: "hello", names: one.players });
  at("slider").max = one.moves;
  at("viewer").hidden = false;
  for (const button of at("games").querySelectorAll("button")) {
    button.setAttribute("aria-current", String(button.dataset.key === one.key));
  }
  const names = ["Everybody", ...one.players];
  at("eyes").replaceChildren(
    ...names.map((name, index) => {
      const whose = index === 0 ? "public" : String(index - 1);
      const button = element("button", { type: "button", "data-eyes": whose }, name);
      button.addEventListener("click", () => look(whose, number));
      return button;
    }),
  );
  look(eyes, move);
  judge(one);
}

/** The review of a game, once it is worked out. Only that of the game that is looked at is shown. */
async function judge(one) {
  review.wait("The review is being worked out…");
  drawChances([]);
  try {
    const found = await load(`/history/games/${one.key}/review`);
    if (game !== one) return;
    review.take(found, one.players);
    drawChances(course(found, one), found.turning_point);
    if (wantsReview) at("review").scrollIntoView();
    wantsReview = false;
  } catch (error) {
    if (game === one) review.wait(said(error));
  }
}

function drawChances(points, turning = null) {
  chances = points;
  at("chances").hidden = at("odds").hidden = points.length === 0;
  at("chances").replaceChildren(chanceLines(points, game.moves, turning));
  sayChances();
}

/** The chances at the position that is looked at, also for who hears the slider. */
function sayChances() {
  const now = chancesAt(chances, number);
  at("sides").replaceChildren(...chanceLegend(now, game.players));
  at("slider").setAttribute("aria-valuetext", [`step ${number} of ${game.moves}`, ...now.map((chance, side) => `${game.players[side]} ${told(chance)}`)].join(", "));
}

/** Bring the position and its steps into sight, where the window is too narrow to have them beside the review. */
function inSight() {
  const isAbove = at("play").getBoundingClientRect().top < 0;
  if (isAbove || at("event").getBoundingClientRect().bottom > innerHeight) at("play").scrollIntoView({ block: "start" });
}

/** Show one moment. Of several that are asked for while one is fetched, the last one is fetched next. */
function look(eyes, move) {
  seat = eyes;
  number = Math.max(0, Math.min(move, game.moves));
  at("slider").value = number;
  say(at("place"), `Step ${number} of ${game.moves}`);
  sayChances();
  for (const button of at("eyes").children) button.setAttribute("aria-pressed", String(button.dataset.eyes === seat));
  history.replaceState(null, "", `#${game.key}/${seat}/${number}`);
  wanted = `${game.key}/${seat}/${number}`;
  review.show(seat === "public" ? null : Number(seat), number);
  if (!looking) show();
}

async function show() {
  looking = true;
  while (wanted !== null) {
    const moment = wanted;
    wanted = null;
    await fetched(moment);
  }
  looking = false;
}

async function fetched(name) {
  try {
    const moment = await load(`/history/games/${name}`);
    if (wanted !== null) return;
    complain("");
    middle.take({ type: "public", number: moment.number, view: moment.view });
    middle.take({ type: "event", text: moment.told });
    at("glass").hidden = moment.picture === null;
    if (moment.picture !== null) oled.show({ full: true, runs: runs(moment.picture) });
    document.body.dataset.shown = name;
    if (playing !== null) play();
  } catch (error) {
    stop();
    if (wanted === null) complain(said(error));
  }
}

/** Go on by itself: the next move after the time of the chosen speed. */
function play() {
  if (number >= game.moves) return stop();
  if (playing !== null) clearTimeout(playing);
  playing = setTimeout(() => look(seat, number + 1), Number(at("speed").value));
  say(at("play"), "Pause");
}

function stop() {
  if (playing !== null) clearTimeout(playing);
  playing = null;
  say(at("play"), "Play");
}

/** Go to a move by hand, which ends what plays by itself. */
function go(move) {
  stop();
  look(seat, move);
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

at("play").addEventListener("click", () => {
  if (playing !== null) return stop();
  if (number >= game.moves) look(seat, 0);
  play();
});
at("speed").addEventListener("change", () => playing !== null && play());
at("slider").addEventListener("input", () => go(Number(at("slider").value)));
at("before").addEventListener("click", () => go(number - 1));
at("after").addEventListener("click", () => go(number + 1));
addEventListener("keydown", (event) => {
  if (game === null || /** @type {Element} */ (event.target).matches("input, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  go(number + step);
});

at("older").addEventListener("click", () => more().catch((error) => complain(said(error))));

try {
  await more();
  const [named, eyes, move, part] = location.hash.slice(1).split("/");
  const key = !named || named === "newest" ? at("games").querySelector("button")?.dataset.key : named;
  wantsReview = part === "review";
  if (key) open(await load(`/history/games/${key}`), eyes ?? "public", move === undefined || move === "end" ? Infinity : Number(move) || 0);
} catch (error) {
  complain(said(error));
}
