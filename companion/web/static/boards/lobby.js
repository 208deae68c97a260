// @ts-check
// The lobby: the games that there are, the one that is chosen with its options, and who plays. By touch all of it is chosen here,
// from the lobby's own menu. Every key of its view but the game may be missing.

import { nested, question, sole } from "/static/boards/ask.js";
import { called, same, words } from "/static/boards/common.js";
import { leaves, options } from "/static/boards/legal.js";
import { element } from "/static/element.js";
import { cards } from "/static/games/kits.js";
import { howToPlay } from "/static/rules/link.js";

/** @typedef {import("/static/types").LobbyView} View */
/** @typedef {import("/static/types").Ui} Ui */
/** @typedef {import("/static/types").Name} Name */

/** @type {import("/static/types").Draw<View>} */
export function draw(shown, ui) {
  const { view } = shown;
  const name = called(shown, null);
  const offers = offered(ui);
  const title = view.title ?? cards[view.chosen]?.title ?? words(view.chosen ?? "A game");
  const games = inOrder(view).filter((game) => game !== view.chosen && (ui === null || offers.has(game)));
  const players = element("ol", { className: "players", "aria-label": "Who sits at the table" }, ...Array.from({ length: view.seats }, (_, seat) => player(shown, seat, name, ui)));
  const chosen = element(
    "article",
    { className: "chosen", "data-id": `chosen ${view.chosen}` },
    element("span", { className: "sign", "aria-hidden": "true" }, cards[view.chosen]?.sign ?? "?"),
    element("h2", {}, title),
    element("p", { className: "about" }, story(view.chosen, title)),
    ...(cards[view.chosen] ? [element("p", { className: "size" }, size(view.chosen))] : []),
    ...set(view, title, shown.names),
    ...(ui ? [element("p", { className: "needs" }, view.needs || "Ready to start"), element("p", { className: "links" }, howToPlay(view.chosen, title), ...(view.after ? [lastGame()] : []))] : []),
  );
  const others = games.length ? [element("ul", { className: "games", "aria-label": "Other games" }, ...games.map((game) => card(game, offers, ui)))] : [];
  const few = view.seats === 1 ? [element("p", { className: "how" }, "The other games need more than one seat.")] : [];
  const how = element("p", { className: "how" }, `${howToSit(view)}.`);
  const isEmpty = view.players?.every((one) => !one.joined);
  return {
    head: [view.last ? `Last game: ${view.last}` : "Welcome to the table", isEmpty ? howToSit(view) : view.needs ? `${title} ${view.needs}` : "What shall we play?"],
    ...(ui ? { main: [chosen, players, ...others, ...few, ...rows(ui)], side: [] } : { main: [chosen, ...others, ...few], side: [players, ...(view.players?.every((one) => one.joined) ? [] : [how])] }),
    ...(ui && asked(view, ui)),
  };
}

/** All games, from three players on first those for so many. @param {View} view */
function inOrder(view) {
  const sit = (view.players ?? []).filter((one) => one.joined).length;
  const fits = (/** @type {string} */ game) => sit < 3 || (cards[game].players[0] <= sit && sit <= cards[game].players[1]);
  const all = Object.keys(cards);
  return [...all.filter(fits), ...all.filter((game) => !fits(game))];
}

/** How somebody sits down who has just come. @param {View} view */
function howToSit(view) {
  const free = (view.players ?? []).filter((one) => !one.joined);
  const phones = free.filter((one) => one.phone).length;
  if (phones === 0) return "Press ● at a seat to sit down";
  return phones === free.length ? "Scan a code to sit down" : "Scan a code, or press ● at a seat";
}

/** Which games can be chosen with one tap, and by which move. @param {Ui | null} ui */
function offered(ui) {
  const found = options(ui?.prompt ?? null);
  return new Map(found.filter(({ move }) => move.move === "choose").map(({ move }) => [String(move.game), move]));
}

/** @param {string} game @param {ReturnType<typeof offered>} offers @param {Ui | null} ui */
function card(game, offers, ui) {
  const { title, about } = cards[game];
  const inside = [element("span", { className: "sign", "aria-hidden": "true" }, cards[game].sign), element("b", {}, title), element("small", {}, size(game)), element("span", { className: "about" }, about)];
  const move = offers.get(game);
  if (!ui || !move) return element("li", { className: "card" }, ...inside);
  return element("li", {}, ui.button(`game ${game}`, { className: "card", label: `Play ${title} instead: ${about} ${size(game)}` }, () => ui.send(move), ...inside));
}

/** How many play a game, and about how long. @param {string} game */
function size(game) {
  const { minutes, players: [least, most] } = cards[game];
  const many = least === most ? `${most} players` : `${least} to ${most} players`;
  return minutes ? `${many}, ${minutes}\u00a0min` : many;
}

/** What a game is about, in the sentences that do not name it: its card does. @param {string} game @param {string} title */
function story(game, title) {
  const sentences = cards[game]?.about.match(/[^.]+\. ?/g) ?? [];
  return sentences.filter((one) => !one.includes(title)).join("").trim();
}

/** What was set to something else than usual, but for the edition that the title names. @param {View} view @param {string} title @param {readonly string[]} names */
function set(view, title, names) {
  // A choice that names a player counts those who have joined.
  const joined = view.players?.filter((one) => one.joined).map((one) => one.name) ?? names;
  const clock = view.clock && view.clock !== "off" ? [["Clock", clockWords(view.clock)]] : [];
  const isNamed = (/** @type {unknown} */ value) => typeof value === "string" && title.toLowerCase().includes(words(value).toLowerCase());
  const choices = (view.choices ?? []).filter(({ value }) => !isNamed(value));
  const said = [...choices.map((one) => [cards[view.chosen]?.options[one.name] ?? words(one.name), inWords(view.chosen, one, joined)]), ...clock];
  return said.length ? [element("dl", {}, ...said.flatMap(([term, value]) => [element("dt", {}, term), element("dd", {}, value)]))] : [];
}

/** "turn 60" is "1 min a turn". @param {string} clock */
function clockWords(clock) {
  const [kind, text] = clock.split(" ");
  const seconds = Number(text);
  return `${seconds % 60 ? `${seconds} s` : `${seconds / 60} min`} a ${kind}`;
}

/** @param {string} game @param {{ name: string, value: unknown }} choice @param {readonly string[]} joined */
function inWords(game, { name: key, value }, joined) {
  if (value === true || value === false) return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ");
  if (cards[game]?.of_seats.includes(key) && typeof value === "number") return joined[value] ?? `Player ${value + 1}`;
  return words(value ?? "–");
}

/** @param {import("/static/types").Shown<View>} shown @param {number} seat @param {Name} name @param {Ui | null} ui */
function player({ view, absent }, seat, name, ui) {
  const one = view.players?.[seat];
  const called = one?.name || name(seat);
  const said = one?.joined === false ? "not yet" : one?.level ? `the machine, ${one.level}` : absent?.[seat] ?? (ui ? "plays" : "");
  const own = ui && seat === view.seat && !one?.level ? `${called} (you)` : called;
  return element("li", { className: one?.joined === false ? "waits" : "joined" }, element("span", { className: "chair", "aria-hidden": "true" }, String(seat + 1)), element("b", {}, own), ...(said ? [element("small", {}, said)] : []));
}

/** The way to the game that was played or ended last, with what was hidden in it. */
function lastGame() {
  return element("a", { className: "learn", href: "/history#newest/public/end", target: "_blank", rel: "noopener" }, "See the last game");
}

/** The button that begins, or whatever is asked. @param {View} view @param {Ui} ui @returns {import("/static/types").Part} */
function asked(view, ui) {
  if (ui.prompt?.kind !== "menu") return { ...question(ui.prompt, ui), hint: "", open: true };
  const start = ui.prompt.branches.find(({ prompt }) => sole(prompt)?.move.move === "start");
  const move = start && sole(start.prompt)?.move;
  const begin = start && move ? [ui.button("start", { className: "go big", disabled: Boolean(view.needs) }, () => ui.send(move), start.text)] : [];
  return { pad: begin, hint: "", open: true };
}

/** The lines of the menu, by what they are about. A game is chosen on its card. */
const GROUPS = /** @type {const} */ ([
  ["Who plays", ["play_machine", "add_machine", "remove_machine", "pace", "swap"]],
  ["The game", ["set", "clock"]],
  ["You", ["help", "new_name", "name", "leave"]],
]);

/** What can be changed: the lines of the menu, in groups. @param {Ui} ui */
function rows(ui) {
  if (ui.prompt?.kind !== "menu") return [];
  // With keys some lines have a list of their own. Here all stand below each other.
  const branches = ui.prompt.branches.flatMap((branch) => (branch.prompt.kind === "menu" ? branch.prompt.branches : [branch]));
  const lines = branches.map((branch, at) => /** @type {const} */ ([about(branch.prompt), row(branch, at, ui)]));
  return GROUPS.flatMap(([title, moves]) => {
    const own = moves.flatMap((move) => lines.filter(([first]) => first === move));
    return own.length ? [element("section", { className: "options", role: "group", "aria-label": title, "data-id": title }, element("h3", {}, title), ...own.map(([, line]) => line))] : [];
  });
}

/** The name of the first move that a line leads to. @param {import("/static/types").Prompt} prompt */
function about(prompt) {
  const [first] = leaves(prompt);
  return first?.kind === "choose" ? String(first.options[0].move.move) : "move" in first ? first.move : "";
}

/** A line of the menu; what it offers opens below it. @param {import("/static/types").Branch} branch @param {number} at @param {Ui} ui */
function row(branch, at, ui) {
  const { draft } = ui;
  const option = sole(branch.prompt);
  const text = branch.text.trim();
  if (option?.move.move === "leave") return ui.button(`branch ${at}`, { className: "way quiet" }, () => ui.send(option.move), text);
  // Several switches often follow each other, and each changes what is asked: these stay open until their player closes them.
  const isHelp = about(branch.prompt) === "help";
  const open = isHelp ? Boolean(ui.memory.help) : draft.branch === at;
  const [name, now = ""] = text.split("\t");
  const act = (/** @type {HTMLElement} */ button) => {
    if (isHelp) ui.remember({ help: !open });
    else ui.set({ branch: open ? undefined : at, inner: {} });
    button.closest(".option")?.scrollIntoView({ block: "nearest" });
  };
  const head = ui.button(`branch ${at}`, { className: "setting", label: `${name}: ${now || "choose"}`, "aria-expanded": String(open) }, act, element("span", {}, name), element("b", {}, now || "choose"));
  if (!open) return element("div", { className: "option", "data-id": `option ${at}` }, head);
  const inside = nested(ui);
  // A choice closes the line, also where it was chosen already.
  const send = (/** @type {import("/static/types").Move} */ move) => {
    if (!isHelp) ui.set({ branch: undefined, inner: {} });
    // What is chosen already changes nothing, so no news would come of it.
    if (!options(branch.prompt).some((one) => same(one.move, move) && one.text.endsWith("\tnow"))) ui.send(move);
  };
  const { help, kind } = branch.prompt;
  // How to write is about keys, and each level of the machine says below its name how it plays.
  const says = kind !== "write" && !options(branch.prompt).some(({ move }) => "level" in move);
  const explained = says && help ? [element("p", { className: "help" }, help)] : [];
  return element("div", { className: "option open", "data-id": `option ${at}` }, head, ...explained, ...question(branch.prompt, { ...inside, send }).pad);
}
