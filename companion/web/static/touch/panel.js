// @ts-check
// The touch interface of one seat: what happens at the table, the seat's own board, and a bar that says what a tap would do.
//
// The panel knows no game. It is in three parts: model.js has its data and view.js makes from them what is shown, both of them pure;
// this file has the elements, listens, and sends. The board of the game is a pure function, too (see types.d.ts):
//   main, side  lists of nodes: what lies on the table. What of it has `data-now` is scrolled into sight when something is asked
//   own         what this seat must see while it chooses: it stands below the scene and is not scrolled away
//   pad         what a move is made with
//   hint        the sentence in the bar; undo: the draft one step before
//   label       what the button that makes the move says; ready: { move, text } once there is a whole move, and what it is in words
//   point       the place that was tapped, at which the others see a finger
//   open        nothing of the hint and the pad is secret

import { boardOf } from "/static/boards/boards.js";
import { question } from "/static/boards/ask.js";
import { actButton, called, clicked, same } from "/static/boards/common.js";
import { showTime } from "/static/countdown/countdown.js";
import { element, say } from "/static/element.js";
import { Announcer } from "/static/touch/announcer.js";
import { Cover } from "/static/touch/cover.js";
import { begun, given, keptOf, taken } from "/static/touch/model.js";
import { morph } from "/static/touch/morph.js";
import { openHelp, openMenu } from "/static/touch/dialogs.js";
import { hasMore, scrolledByKeys } from "/static/touch/scrolling.js";
import { Answers } from "/static/touch/taps/answers.js";
import { Finger } from "/static/touch/taps/finger.js";
import { aside, deviceOf, nameOf, shownOf } from "/static/touch/view.js";

const PAGE = 0.8; // Of what is in sight of a long message, to go on in it.
const SLOW = 1000; // Milliseconds after which an answer that brought no news is told to be on its way.
let panels = 0; // On this page so far; a bench has several.

export class Panel {
  /** `send(answer)`: gives an answer to the table, false where it cannot; `press(key)`: presses a key of the seat; `own`: the seat's
   * device with its screen and keys; `onOwn(shown)`: it is shown or hidden; `onHide()`: what a switch uncovers there is covered
   * again; `events`: this panel, and nothing else of its page, reads the events of the table aloud; `countdown`: the think time of all seats; `kept`: what a panel of the same seat kept; `past`: the list of what happened before. */
  constructor(/** @type {any} */ { settings, sounds, countdown, send, press, own, onOwn = () => {}, onHide, returns = false, events = true, kept = null, past = null }) {
    this.life = new AbortController(); // Nothing that belongs to the panel listens after it.
    const { signal } = this.life;
    this.settings = settings;
    this.sounds = sounds; // For the dialogs, where their volume is set.
    this.answers = new Answers(send);
    this.press = press;
    this.onOwn = onOwn;
    this.countdown = countdown;
    this.model = begun(kept);
    this.announcer = new Announcer({ events });
    this.device = own;
    this.past = past;
    this.slow = 0;
    /** @type {any} */
    this.point = null; // The place that was tapped.
    this.told = null; // What the table was told of it.
    this.isEmpty = false; // There is nothing to be done.
    this.acts = new Map();
    /** @type {Record<string, any>} */
    this.parts = Object.fromEntries(
      ["name", "turn", "time", "told", "notice", "scene", "mine", "pad", "hint", "worth", "undo", "ask", "go"].map((part) => [part, this.part(part)]),
    );
    this.play = element("div", { className: "play" });
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
    this.again = () => this.data && !signal.aborted && this.render();
    settings.onChange(this.again, signal);
    const scrolled = [this.parts.scene, this.parts.notice].map((part) => scrolledByKeys(part, signal));
    this.scrolled = () => scrolled.forEach((update) => update());
    this.parts.time.setAttribute("role", "timer");
    const stop = countdown.listen(
      () => this.showTime(),
      (seat, mark) => this.mark(seat, mark),
    );
    signal.addEventListener("abort", stop);
    this.dialog = null; // The one that was opened last.
    signal.addEventListener("abort", () => this.dialog?.close());
  }

  close() {
    this.life.abort();
  }

  get data() {
    return this.model.data;
  }

  /** What is half entered, for a panel that takes this one's place. */
  get kept() {
    return keptOf(this.model);
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
    const before = this.past ? element("details", { className: "log" }, element("summary", {}, told), this.past) : told;
    this.play.append(element("div", { className: "sight" }, before, scene, notice, mine), this.hand);
    this.root.append(
      element("header", {}, element("span", { className: "lamp", "aria-hidden": "true" }), name, turn, time, tools),
      this.play,
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
    this.play.hidden = shown;
    if (shown) this.looks.append(this.device.lift, this.cover.button);
    else this.parts.go.before(this.cover.button);
    this.onOwn(shown);
    const { screen } = this.tools; // The same tap leads back, and says so.
    say(screen, shown ? "Board" : "Screen");
    screen.setAttribute("aria-label", shown ? "Back to the board" : "My screen");
    screen.setAttribute("aria-pressed", String(shown));
  }

  /** What is secret was covered, or is in sight again. */
  covers(covered) {
    this.device?.setCovered(covered, { looks: true });
    this.parts.notice.inert = covered; // What nobody can read is not confirmed.
    if (covered) this.announcer.hide();
    this.settle();
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
    const before = this.data?.notice ?? "";
    const { model, news, turnEnds } = taken(this.model, data);
    const lost = this.answers.take(data, news);
    if (news) this.told = null;
    this.model = { ...model, isSlow: model.isSlow && this.answers.given !== null };
    this.cover.setLifts(Boolean(data.lifts));
    this.cover.setElsewhere(Boolean(data.covered));
    if (turnEnds) this.cover.endTurn();
    this.device?.setLifts(Boolean(data.lifts));
    this.announcer.take(data, this.cover.covered);
    if (lost) this.announcer.say(this.answers.lost);
    this.render();
    // Of several messages the newest is in sight, and what was unread before it is above.
    const { notice } = this.parts;
    const [first, ...rest] = (data.notice ?? "").split("\n"); // The end of the first message may have been cut off since.
    if (first && before.startsWith(first) && rest.length >= before.split("\n").length) notice.scrollTop = notice.scrollHeight;
    else if (!before.startsWith(first)) notice.scrollTop = 0;
    // Where something is to be done is in sight when it is asked: the card of the one player who is asked, and its part of the board.
    if (news && data.yours && data.view.to_act.length === 1) this.root.scrollIntoView({ block: "nearest" });
  }

  /** What is shown is not known to be true any more. */
  lost() {
    this.answers.away();
  }

  /** What boards make their buttons and moves with. */
  get ui() {
    const { data, draft, memory } = this.model;
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
      remember: (change) => this.change({ memory: { ...this.model.memory, ...change }, isNew: true }),
      refuse: (why) => this.refuse(why),
    };
  }

  button(/** @type {string} */ key, /** @type {any} */ attributes, act, ...children) {
    return actButton(this.acts, key, attributes, act, ...children);
  }

  /** Draw with another draft or memory. */
  change(change) {
    this.model = { ...this.model, refused: "", ...change };
    this.render();
    this.tellPoint();
  }

  /** The others see where this player points. */
  tellPoint() {
    const { point, told, data } = this;
    if (same(point, told)) return;
    this.told = point;
    this.answers.send({ move: point ?? { move: "none" }, number: data.number, to: "point" });
  }

  refuse(why) {
    this.announcer.say(why);
    this.change({ refused: why });
  }

  set(change) {
    this.change({ draft: { ...this.model.draft, ...change } });
    // What was tapped on the board stays in sight, however much room the pad has taken.
    [...this.parts.scene.querySelectorAll('[aria-pressed="true"]')].at(-1)?.scrollIntoView({ block: "nearest" });
  }

  /** Give an answer. Its player reads where it could not be sent. */
  send(move, to = this.data.to) {
    const { data, answers } = this;
    const { lost } = answers;
    const sent = answers.give({ move, number: data.number, to }, Boolean(data.device));
    if (sent) this.model = given(this.model, to);
    if (!sent) this.announcer.say(answers.lost);
    else this.await();
    if (answers.lost !== lost) this.render();
  }

  /** A tap has an effect that is seen: the answer itself, or soon the word that it is on its way. */
  await() {
    clearTimeout(this.slow);
    this.slow = setTimeout(() => {
      if (!this.answers.given || this.life.signal.aborted) return;
      this.announcer.say("Sending.");
      this.change({ isSlow: true });
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
    const { data, tools } = this;
    for (const key of [...this.acts.keys()]) if (!key.startsWith("tool ")) this.acts.delete(key);
    const game = data.device ? null : data.view.game;
    this.showTime();
    this.root.classList.toggle("acting", game !== null && data.yours);
    this.root.classList.toggle("asked", game !== null && data.prompt !== null);
    tools.help.hidden = !data.prompt?.help || game === "lobby";
    if (game === null) return this.lay(deviceOf(this.model, this.answers.lost, this.ui, this));
    this.root.setAttribute("aria-label", `${nameOf(data)}: ${data.title}`);
    this.root.dataset.game = game;
    this.root.dataset.number = data.number;
    const board = this.board();
    this.point = board?.point ?? null;
    this.lay(shownOf(this.model, board, this.answers.lost, this.parts.hint.id, this.ui, this));
  }

  /** Show the words and nodes of each part. */
  lay({ words, nodes, isSecret, isEmpty, isLost }) {
    const { parts } = this;
    for (const [part, text] of Object.entries(words)) say(parts[part], text);
    for (const [part, made] of Object.entries(nodes)) morph(parts[part], made);
    for (const part of ["hint", "pad", "worth", "go"]) parts[part].classList.toggle("secret", isSecret);
    parts.notice.hidden = !nodes.notice.length;
    parts.notice.classList.toggle("lost", isLost);
    this.isEmpty = isEmpty;
    this.settle();
    if (!nodes.scene) return; // The board is being loaded.
    if (this.model.isNew) {
      // How a game ended stands above its board.
      if (!this.data.view.to_act.length) parts.scene.scrollTop = 0;
      else parts.scene.querySelector("[data-now]")?.scrollIntoView({ block: "nearest" });
    }
    this.model = { ...this.model, isNew: false };
  }

  /** Where nothing can be done, the hand takes no room. */
  settle() {
    this.hand?.classList.toggle("idle", this.isEmpty && Boolean(this.cover.button.hidden));
  }

  /** The own time, or that of the one who is asked; else what is left of the round of a tournament. */
  showTime() {
    const { countdown, data, parts } = this;
    const own = data?.view?.seat ?? null;
    const { asked = [], running = [] } = countdown.clock ?? {};
    const seat = own !== null && asked.includes(own) ? own : asked.length === 1 ? asked[0] : null;
    const left = seat === null ? null : countdown.left(seat);
    const round = left === null ? (data?.round_left ?? "") : "";
    parts.time.hidden = !data?.view || (left === null && !round);
    parts.time.setAttribute("aria-label", round ? "Time left of the round" : "Think time");
    if (left !== null) showTime(parts.time, left, running.includes(seat));
    else parts.time.className = "time stands";
    if (round) say(parts.time, round);
  }

  /** The own time is nearly, or wholly, over. */
  mark(seat, mark) {
    if (!this.data?.view || seat !== this.data.view.seat) return;
    this.announcer.say(mark === "up" ? "Your time is up." : "10 seconds left.");
  }

  /** What is shown now; null while the board of the game is being loaded. */
  board() {
    const { data, ui } = this;
    const board = boardOf(data.view.game, this.again);
    return data.to.startsWith("game") ? (board?.draw(data, ui) ?? null) : aside(data, ui, board);
  }

  // What the buttons of the frame do: see `Acts` in view.js.

  put(draft) {
    this.change({ draft });
  }

  read = () => {
    const { notice } = this.parts;
    if (hasMore(notice)) { // Nothing is closed that has not been in sight.
      notice.scrollTop += notice.clientHeight * PAGE;
      return;
    }
    if (!this.answers.read(this.data.number)) this.announcer.say(this.answers.lost);
    this.render();
  };

  forget = () => {
    this.answers.lost = "";
    this.render();
  };
}
