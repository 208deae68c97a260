// @ts-check
// The touch interface of one seat: what happens at the table, the seat's own board, and a bar that says what a tap would do.
//
// The panel knows no game. The board of the game is a pure function (see types.d.ts): the panel shows what it returns.
//   main, side  lists of nodes: what lies on the table. What of it has `data-now` is scrolled into sight when something is asked
//   own         what this seat must see while it chooses: it stands below the scene and is not scrolled away
//   pad         what a move is made with
//   hint        the sentence in the bar; undo: the draft one step before
//   label       what the button that makes the move says; ready: { move, text } once there is a whole move, and what it is in words
//   open        nothing of the hint and the pad is secret
// The draft is what is half entered. It is kept until the seat is asked something else or has answered, whatever others do
// meanwhile, and is never sent.

import { boardOf } from "/static/boards/boards.js";
import { question } from "/static/boards/ask.js";
import { actButton, called, clicked } from "/static/boards/common.js";
import { showTime } from "/static/countdown/countdown.js";
import { element, say } from "/static/element.js";
import { Announcer } from "/static/touch/announcer.js";
import { Cover } from "/static/touch/cover.js";
import { morph } from "/static/touch/morph.js";
import { openHelp, openMenu } from "/static/touch/dialogs.js";
import { scrolledByKeys } from "/static/touch/scrolling.js";
import { Answers } from "/static/touch/taps/answers.js";
import { Finger } from "/static/touch/taps/finger.js";
import { recapTable, result } from "/static/recap.js";

const SLOW = 1000; // Milliseconds after which an answer that brought no news is told to be on its way.
let panels = 0; // On this page so far; a bench has several.

export class Panel {
  /** `send(answer)`: gives an answer to the table, false where it cannot; `press(key)`: presses a key of the seat; `own`: the seat's
   * device with its screen and keys; `onOwn(shown)`: it is shown or hidden; `onHide()`: what a switch uncovers there is covered
   * again; `events`: this panel, and nothing else of its page, reads the events of the table aloud; `countdown`: the think time of all seats; `kept`: what a panel of the same seat kept. */
  constructor(/** @type {any} */ { settings, sounds, countdown, send, press, own, onOwn = () => {}, onHide, returns = false, events = true, kept = null }) {
    this.life = new AbortController(); // Nothing that belongs to the panel listens after it.
    const { signal } = this.life;
    this.settings = settings;
    this.sounds = sounds; // For the dialogs, where their volume is set.
    this.answers = new Answers(send);
    this.press = press;
    this.onOwn = onOwn;
    this.countdown = countdown;
    /** @type {any} */
    this.data = null;
    this.draft = kept?.draft ?? {};
    this.memory = kept?.memory ?? {}; // What a board keeps from one question to the next, such as its page.
    this.asked = kept?.asked ?? "";
    this.announcer = new Announcer({ events });
    this.device = own;
    this.hasTurn = false;
    this.isNew = false; // What is asked has not been drawn yet.
    this.isSlow = false; // An answer is on its way, and the table has been silent for a while.
    this.slow = 0;
    this.answered = null; // The move that was answered with what was entered.
    this.acts = new Map();
    /** @type {Record<string, any>} */
    this.parts = Object.fromEntries(
      ["name", "turn", "time", "told", "notice", "scene", "mine", "pad", "hint", "worth", "undo", "ask", "go"].map((part) => [part, this.part(part)]),
    );
    this.root = element("section", { className: "touch", role: "group", tabindex: "-1" });
    this.cover = new Cover(this.root, settings, { signal, returns, onHide, onCover: (covered) => this.covers(covered) });
    this.looks = element("div", { className: "looks" }); // The buttons below the keys of the device, for who looks at it.
    own?.root.append(this.looks);
    this.own = element("div", { className: "own", hidden: true }, ...(own ? [own.root] : []));
    /** @type {Record<string, any>} */
    this.tools = {};
    this.build();
    this.tools.screen.hidden = !own;
    this.root.addEventListener("click", (event) => clicked(this.acts, event));
    this.finger = new Finger(this.root);
    settings.onChange(() => this.data && this.render(), signal);
    this.scrolled = scrolledByKeys(this.parts.scene, signal);
    this.parts.time.setAttribute("role", "timer");
    this.parts.time.setAttribute("aria-label", "Think time");
    const stop = countdown.listen(
      () => this.showTime(),
      (seat, mark) => this.mark(seat, mark),
    );
    signal.addEventListener("abort", stop);
    this.again = () => this.data && !signal.aborted && this.render();
    this.dialog = null; // The one that was opened last.
    signal.addEventListener("abort", () => this.dialog?.close());
  }

  close() {
    this.life.abort();
  }

  part(name) {
    const tags = { told: "p", hint: "p", worth: "p", turn: "strong", time: "span", name: "h1" };
    return element(tags[name] ?? "div", { className: ["undo", "ask", "go"].includes(name) ? `bar-${name}` : name });
  }

  build() {
    const { name, turn, time, told, notice, scene, mine, pad, hint, worth, undo, ask, go } = this.parts;
    hint.id = `hint-${(panels += 1)}`;
    worth.setAttribute("role", "status");
    const tools = element("span", { className: "tools" });
    this.tools = {
      help: this.tool("help", "?", "Help on what is asked", "Help"),
      screen: this.tool("screen", "Screen", "The picture of the seat's own screen", "My screen"),
      menu: this.tool("menu", "Menu", "Take back, abandon, settings of this device"),
    };
    this.tools.screen.setAttribute("aria-pressed", "false");
    tools.append(...Object.values(this.tools));
    const ways = element("div", { className: "ways" }, undo, ask, this.cover.button, go);
    const bar = element("div", { className: "bar", role: "group", "aria-label": "Your move" }, hint, worth, ways);
    this.hand = element("div", { className: "hand" }, pad, bar);
    this.root.append(
      element("header", {}, element("span", { className: "lamp", "aria-hidden": "true" }), name, turn, time, tools),
      element("div", { className: "play" }, element("div", { className: "sight" }, told, notice, scene, mine), this.hand),
      this.own,
      this.announcer.root,
    );
    this.acts.set("tool help", () => openHelp(this));
    this.acts.set("tool menu", () => openMenu(this));
    this.acts.set("tool screen", () => this.showOwn(this.own.hidden));
  }

  tool(/** @type {string} */ key, /** @type {string} */ text, /** @type {string} */ title, /** @type {string | null} */ label = null) {
    return element("button", { className: "tool", type: "button", "data-act": `tool ${key}`, title, "aria-label": label }, text);
  }

  showOwn(shown) {
    this.own.hidden = !shown;
    this.root.classList.toggle("own-shown", shown);
    if (shown) this.looks.append(this.device.lift, this.cover.button);
    else this.parts.go.before(this.cover.button);
    this.onOwn(shown);
    this.tools.screen.setAttribute("aria-pressed", String(shown));
  }

  /** What is secret was covered, or is in sight again. */
  covers(covered) {
    this.device?.setCovered(covered, { looks: true });
    if (covered) this.announcer.hide();
  }

  /** The seat's own device is in front, and covered. */
  get ownCovered() {
    return !this.own.hidden && this.cover.covered;
  }

  /** Take what the table sent of this seat. */
  show(data) {
    this.finger.wait(() => this.take(data));
  }

  take(data) {
    const moved = this.answered !== null && !data.device && data.number !== this.answered;
    if (moved) this.answered = null;
    this.data = data;
    // A pause asks nothing of the game: what is half entered is there after it.
    const asked = data.device ? this.asked : JSON.stringify([data.game, data.to, data.prompt]);
    const news = asked !== this.asked || moved;
    if (news) this.draft = {};
    this.asked = asked;
    const lost = this.answers.take(data, news);
    this.isSlow &&= this.answers.given !== null;
    this.cover.setLifts(Boolean(data.lifts));
    // What luck decides meanwhile belongs to the turn.
    if (data.view && !data.view.to_act.includes("chance")) {
      if (this.hasTurn && !data.yours) this.cover.endTurn();
      this.hasTurn = data.yours;
    }
    this.device?.setLifts(Boolean(data.lifts));
    this.announcer.take(data, this.cover.covered);
    if (lost) this.announcer.say(this.answers.lost);
    this.isNew ||= news;
    this.render();
    // Where something is to be done is in sight when it is asked: the card of the one player who is asked, and its part of the board.
    if (news && data.yours && data.view.to_act.length === 1) this.root.scrollIntoView({ block: "nearest" });
  }

  /** What is half entered, for a panel that takes this one's place. */
  get kept() {
    const { draft, memory, asked } = this;
    return { draft, memory, asked };
  }

  /** What is shown is not known to be true any more. */
  lost() {
    this.answers.away();
  }

  /** What boards make their buttons and moves with. */
  get ui() {
    const { data, draft, memory } = this;
    return {
      prompt: data.prompt,
      menu: data.menu,
      sheet: data.sheet,
      levels: data.levels ?? {},
      draft,
      memory,
      button: (key, attributes, act, ...children) => this.button(key, attributes, act, ...children),
      set: (change) => this.set(change),
      send: (move, to) => this.send(move, to),
      remember: (change) => {
        Object.assign(this.memory, change);
        this.render();
      },
    };
  }

  button(/** @type {string} */ key, /** @type {any} */ attributes, act, ...children) {
    return actButton(this.acts, key, attributes, act, ...children);
  }

  set(change) {
    this.draft = { ...this.draft, ...change };
    this.render();
    // What was tapped on the board stays in sight, however much room the pad has taken.
    [...this.parts.scene.querySelectorAll('[aria-pressed="true"]')].at(-1)?.scrollIntoView({ block: "nearest" });
  }

  /** Give an answer. Its player reads where it could not be sent. */
  send(move, to = this.data.to) {
    const { data, answers } = this;
    const { lost } = answers;
    const given = answers.give({ move, number: data.number, to }, Boolean(data.device));
    // Where several are asked, another one's move is no sign that this answer was taken.
    if (given && to === data.to && data.view.to_act.length === 1) this.answered = data.number;
    if (!given) this.announcer.say(answers.lost);
    else this.await();
    if (answers.lost !== lost) this.render();
  }

  /** A tap has an effect that is seen: the answer itself, or soon the word that it is on its way. */
  await() {
    clearTimeout(this.slow);
    this.slow = setTimeout(() => {
      if (!this.answers.given || this.life.signal.aborted) return;
      this.isSlow = true;
      this.announcer.say("Sending.");
      this.render();
    }, SLOW);
  }

  /** Draw all. Where the button that had the focus is gone, the panel has it, so that the next one is a step away. */
  render() {
    const focused = document.activeElement;
    const had = focused?.closest(".touch") === this.root;
    this.draw();
    this.scrolled();
    if (had && !focused.closest(".touch")) this.root.focus({ preventScroll: true });
  }

  draw() {
    const { data, parts } = this;
    for (const key of [...this.acts.keys()]) if (!key.startsWith("tool ")) this.acts.delete(key);
    if (data.device) return this.renderDevice();
    const name = data.view.seat === null ? "Watching" : (data.names[data.view.seat] ?? "");
    say(parts.name, name);
    say(parts.turn, data.turn);
    say(parts.told, data.event);
    this.showTime();
    this.root.setAttribute("aria-label", `${name}: ${data.title}`);
    this.root.dataset.game = data.view.game;
    this.root.dataset.number = data.number;
    this.root.classList.toggle("acting", data.yours);
    this.root.classList.toggle("asked", data.prompt !== null);
    this.tools.help.hidden = !data.prompt?.help || data.view.game === "lobby";
    this.notice(data.notice);
    const board = this.board();
    if (board) this.lay(board);
  }

  /** Show a board, or a question in front of it. */
  lay(board) {
    const { data, parts } = this;
    const facts = board.head?.[0] ? [element("p", { className: "facts" }, board.head[0])] : [];
    const side = board.side?.length ? [element("div", { className: "aside" }, ...board.side)] : [];
    morph(parts.scene, [...result(data, called(data, this.ui)), ...facts, element("div", { className: "main" }, ...board.main), ...side]);
    morph(parts.mine, board.own ?? []);
    morph(parts.pad, board.pad ?? []);
    this.bar(board);
    if (this.isNew) parts.scene.querySelector("[data-now]")?.scrollIntoView({ block: "nearest" });
    this.isNew = false;
  }

  /** The own time, or that of the one who is asked. */
  showTime() {
    const { countdown, data, parts } = this;
    const own = data?.view?.seat ?? null;
    const { asked = [], running = [] } = countdown.clock ?? {};
    const seat = own !== null && asked.includes(own) ? own : asked.length === 1 ? asked[0] : null;
    parts.time.hidden = !data?.view || seat === null || countdown.left(seat) === null;
    if (!parts.time.hidden) showTime(parts.time, countdown.left(seat), running.includes(seat));
  }

  /** The own time is nearly, or wholly, over. */
  mark(seat, mark) {
    if (!this.data?.view || seat !== this.data.view.seat) return;
    this.announcer.say(mark === "up" ? "Your time is up." : "10 seconds left.");
  }

  /** What is shown now; null while the board of the game is being loaded. */
  board() {
    const { data, ui } = this;
    if (!data.to.startsWith("game")) return this.aside();
    return boardOf(data.view.game, this.again)?.draw(data, ui) ?? null;
  }

  /** A question in front of the game: of the table, or of a round that is over. */
  aside() {
    const { data, ui } = this;
    const lines = data.lines.length ? [element("div", { className: "lines" }, element("p", {}, data.lines.join(" ")))] : [];
    const told = data.recap ? [recapTable(data.recap, data.view.game, boardOf(data.view.game, this.again))] : [];
    return { ...question(data.prompt, ui), main: [...told, ...lines], open: true };
  }

  bar(/** @type {any} */ { hint = "", label = "", ready = null, undo = null, open = false, pad = [] }) {
    const { parts } = this;
    // What can be done stays where it is while a move is made: a button that is not ready keeps its place.
    this.hand?.classList.toggle("idle", !this.isSlow && !hint && !label && !pad.length && Boolean(this.cover.button.hidden));
    say(parts.hint, this.isSlow ? "Sending …" : (ready?.text ?? hint));
    parts.hint.classList.toggle("secret", !open);
    parts.pad.classList.toggle("secret", !open);
    const back = () => {
      this.draft = undo;
      this.render();
    };
    morph(parts.undo, undo ? [this.button("bar undo", { className: "undo" }, back, "Undo")] : []);
    const go = label ? [this.button("bar go", { className: "go", disabled: !ready, "aria-describedby": parts.hint.id }, () => this.send(ready.move), label)] : [];
    morph(parts.go, go);
    parts.go.classList.toggle("secret", !open);
    this.worth(ready, open);
  }

  /** What a whole move promises: asked with a button, and shown beside that move alone. */
  worth(ready, open) {
    const { parts, data } = this;
    const told = ready && data.promise && same(data.promise.move, ready.move) ? data.promise : null;
    const asks = ready && !told && data.promising?.includes(ready.move.move);
    const ask = () => this.send(ready.move, "promise");
    morph(parts.ask, asks ? [this.button("bar ask", { className: "way", label: "What is it worth?" }, ask, "Worth?")] : []);
    say(parts.worth, told ? told.words || "One moment …" : "");
    parts.worth.classList.toggle("secret", !open);
  }

  /** What this player must read: a sentence of the table, or that a tap was lost. */
  notice(told) {
    const { answers, data, parts } = this;
    const text = [told, answers.lost].filter(Boolean).join(" ");
    const read = () => {
      if (!answers.read(data.number)) this.announcer.say(answers.lost);
      this.render();
    };
    const forget = () => {
      answers.lost = "";
      this.render();
    };
    const ok = told ? read : forget;
    parts.notice.hidden = !text;
    parts.notice.classList.toggle("lost", Boolean(answers.lost));
    const shown = () => [element("p", { className: "secret" }, text), this.button("notice ok", { className: "ok", label: "Close the message" }, ok, "OK")];
    morph(parts.notice, text ? shown() : []);
  }

  /** A screen that is no game's: its lines, its three keys by their labels, and the values of a dial, which a tap turns to. */
  renderDevice() {
    const { parts, data } = this;
    const { lines, keys, dial } = data.device;
    say(parts.turn, "");
    parts.time.hidden = true;
    say(parts.told, "");
    this.tools.help.hidden = true;
    this.root.classList.remove("acting", "asked");
    this.notice("");
    morph(parts.scene, [element("div", { className: "lines" }, element("p", {}, lines.join(" ")))]);
    morph(parts.mine, []);
    const names = ["left", "middle", "right"];
    const values = dial?.values.map((value, at) => this.button(`device value ${value}`, { className: "symbol", pressed: at === dial.at }, () => this.turn(dial, at), value));
    const signs = { "◀": "Back ◀", "▶": "More ▶" };
    const buttons = keys.flatMap((label, at) =>
      label ? [this.button(`device ${names[at]}`, { className: at === 1 ? "go" : "way" }, () => this.press(names[at]), signs[label] ?? words(label))] : [],
    );
    const row = values ? [element("div", { className: "symbols", role: "group", "aria-label": lines[0] }, ...values)] : [];
    morph(parts.pad, [...row, element("div", { className: "choices" }, ...buttons)]);
    this.bar({ open: true, pad: buttons });
  }

  /** Turn a dial to one of its values, the way that its keys go. */
  turn({ at }, wanted) {
    for (let step = Math.abs(wanted - at); step > 0; step -= 1) this.press(wanted > at ? "right" : "left");
  }
}

/** Whether two moves are the same, whatever the order of their keys. */
function same(one, other) {
  const sorted = (move) => JSON.stringify(Object.entries(move).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}

function words(label) {
  const text = label.replace("●", "").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
