// @ts-check
// Controls for every kind of prompt: what a move is made with. A game without a board of its own is played with these alone.
//
// Each returns a part of a board: { pad, hint, label, ready, undo }. What is half entered is the draft of `ui`.

import { element } from "/static/element.js";
import { pencil, pencilled, pencilledWords, same, without } from "/static/boards/common.js";
import { barred, dialled, placed, possible } from "/static/boards/legal.js";

/** @typedef {import("/static/types").Ui} Ui */
/** @typedef {import("/static/types").Prompt} Prompt */
/** @typedef {import("/static/types").Part} Part */
/** @typedef {import("/static/types").Sign} Sign */

/** @param {Prompt | null} prompt @param {Ui} ui @returns {Part} */
export function question(prompt, ui) {
  if (!prompt) return { pad: [], hint: "" };
  switch (prompt.kind) {
    case "choose":
      return choose(prompt, ui);
    case "menu":
      return menu(prompt, ui);
    case "fill":
      return fill(prompt, ui);
    case "dial":
      return dial(prompt, ui);
    case "write":
      return write(prompt, ui);
    default:
      return { pad: [], hint: prompt.title };
  }
}

/** A line of a list: what it is, and how it stands. @param {string} text @returns {(Node | string)[]} */
function said(text) {
  const [what, state] = text.trim().split("\t");
  return state && state !== "now" ? [what, " ", element("small", {}, state)] : [what];
}

/** The same for who hears it: a phrase whose parts are apart. Null where the text says all. @param {string} text */
function spoken(text) {
  const [what, state] = text.trim().split("\t");
  return state && state !== "now" ? `${what}: ${state}` : null;
}

/** A choice, and, of a level of the machine, how it plays. @param {import("/static/types").Option} option @param {Ui} ui */
function offered({ text, move }, ui) {
  const plays = ui.levels[String(move.level)];
  return plays ? [...said(text), element("small", { className: "about" }, plays)] : said(text);
}

/**
 * A button says what it does. Only what must be confirmed takes a second tap.
 * @param {Extract<Prompt, { kind: "choose" }>} prompt
 * @param {Ui} ui
 * @param {(option: import("/static/types").Option) => (Node | string)[]} drawn
 * @returns {Part}
 */
export function choose(prompt, ui, drawn = (option) => offered(option, ui)) {
  const taken = prompt.options.find(({ move }) => same(move, ui.draft.chosen));
  const buttons = prompt.options.map((option, at) => {
    const act = () => (prompt.confirm ? ui.set({ chosen: option.move }) : ui.send(option.move));
    const className = prompt.options.length === 1 && !prompt.confirm ? "go" : "way";
    const plays = ui.levels[String(option.move.level)];
    const label = plays ? `${option.text.replace("\tnow", "")}: ${plays}` : spoken(option.text);
    const pressed = prompt.confirm ? option === taken : option.text.endsWith("\tnow") ? true : null;
    return ui.button(`choose ${at}`, { className, label, pressed }, act, ...drawn(option));
  });
  return {
    pad: [element("div", { className: "choices", role: "group", "aria-label": prompt.title }, ...buttons)],
    hint: prompt.title,
    // Nothing to confirm is no button, such as for who waits for the others' answers.
    label: taken ? prompt.accept : "",
    ready: taken ? { text: `${taken.text}?`, move: taken.move } : null,
    undo: taken ? without(ui.draft, "chosen") : null,
  };
}

/**
 * The branch that was taken, and below it what it asks. One that leads to a single move makes it at once.
 * @param {Extract<Prompt, { kind: "menu" }>} prompt
 * @param {Ui} ui
 * @returns {Part}
 */
function menu(prompt, ui) {
  const { draft } = ui;
  const at = draft.branch ?? null;
  const branch = prompt.branches[at];
  const inner = branch && question(branch.prompt, nested(ui));
  const buttons = prompt.branches.map((one, number) => {
    const only = sole(one.prompt);
    const act = () => (only ? ui.send(only.move) : ui.set({ branch: number === at ? null : number, inner: {} }));
    const states = only ? {} : { pressed: number === at, "aria-expanded": String(number === at) };
    return ui.button(`branch ${number}`, { className: "way", label: spoken(one.text), ...states }, act, ...said(one.text));
  });
  const undo = inner?.undo ? { ...draft, inner: inner.undo } : branch ? without(draft, "branch") : null;
  return {
    pad: [element("div", { className: "choices", role: "group", "aria-label": prompt.title }, ...buttons), ...(inner?.pad ?? [])],
    hint: inner?.hint || prompt.title,
    label: inner?.label,
    ready: inner?.ready,
    undo,
  };
}

/** The one option of a prompt that needs no second tap; else null. @param {Prompt} prompt */
export function sole(prompt) {
  return prompt.kind === "choose" && prompt.options.length === 1 && !prompt.confirm ? prompt.options[0] : null;
}

/** For a question inside another one: its own half of the draft, and keys of its own. @param {Ui} ui @returns {Ui} */
export function nested(ui) {
  const inner = ui.draft.inner ?? {};
  return {
    ...ui,
    draft: inner,
    set: (change) => ui.set({ inner: { ...inner, ...change } }),
    button: (key, ...rest) => ui.button(`inner ${key}`, ...rest),
  };
}

/**
 * A row of places and the symbols for them.
 * @param {Extract<Prompt, { kind: "fill" }>} prompt
 * @param {Ui} ui
 * @param {(symbol: Sign) => (Node | string)[]} drawn
 */
export function fill(prompt, ui, drawn = (symbol) => [symbol.label]) {
  const { draft } = ui;
  /** @type {any[]} */
  const values = draft.values ?? Array(prompt.length).fill(null);
  const at = draft.at ?? values.indexOf(null);
  const known = new Map(prompt.symbols.map((symbol) => [symbol.value, symbol]));
  const sign = (/** @type {any} */ value) => /** @type {Sign} */ (known.get(value));
  const named = (/** @type {string} */ mark) => /** @type {Sign} */ (prompt.symbols.find(({ value }) => String(value) === mark));
  const places = values.map((value, place) =>
    ui.button(
      `place ${place}`,
      { className: "place", pressed: place === at, label: `Place ${place + 1}: ${value === null ? "empty" : sign(value).name}${pencilledWords(ui, `place ${place}`, (one) => named(one).name)}` },
      () => ui.set(ui.pencil?.on ? { at: place } : { values: placed(values, place, null), at: place }),
      ...(value === null ? [element("span", { "aria-hidden": "true" }, "·")] : drawn(sign(value))),
      ...pencilled(ui, `place ${place}`, (one) => named(one).label),
    ),
  );
  const put = (/** @type {unknown} */ value) => {
    const next = placed(values, at, value);
    ui.set({ values: next, at: next.includes(null) ? next.indexOf(null) : -1, order: [...(draft.order ?? []), at] });
  };
  const symbols = prompt.symbols.map((symbol) => {
    const why = at < 0 ? "The row is full: tap a place to change it." : ui.pencil?.on ? "" : barred(prompt, values, at, symbol.value);
    const act = () => (why ? ui.refuse(why) : ui.pencil?.on ? pencil(ui, `place ${at}`, String(symbol.value)) : put(symbol.value));
    return ui.button(`symbol ${symbol.value}`, { className: "symbol", disabled: Boolean(why), label: symbol.name, why }, act, ...drawn(symbol));
  });
  const full = !values.includes(null);
  return {
    pad: [
      element("div", { className: "places", role: "group", "aria-label": "Your row", "data-columns": prompt.columns || prompt.length }, ...places),
      element("div", { className: "symbols", role: "group", "aria-label": "Put in the next place" }, ...symbols),
    ],
    hint: prompt.title,
    label: prompt.accept,
    ready: full ? { text: values.map((value) => sign(value).name).join(", "), move: { move: prompt.move, [prompt.field]: values } } : null,
    undo: undone(draft, values),
    values,
  };
}

/** A fill before its last symbol; null where nothing is entered. @param {import("/static/types").Draft} draft @param {unknown[]} values */
export function undone(draft, values) {
  /** @type {number[]} */
  const order = draft.order ?? [];
  const last = order.filter((place) => values[place] !== null).at(-1);
  if (last === undefined) return null;
  return { ...draft, values: placed(values, last, null), at: last, order: order.slice(0, order.lastIndexOf(last)) };
}

/**
 * A row of buttons for each wheel; values that go with nothing else are dead.
 * @param {Extract<Prompt, { kind: "dial" }>} prompt
 * @param {Ui} ui
 * @returns {Part}
 */
export function dial(prompt, ui) {
  const { draft } = ui;
  /** @type {unknown[]} */
  const values = draft.wheels ?? prompt.wheels.map(({ symbols }) => (symbols.length === 1 ? symbols[0].value : null));
  const rows = prompt.wheels.map((wheel, at) => {
    const buttons = wheel.symbols.map(({ value, label, name }) =>
      ui.button(
        `wheel ${at} ${value}`,
        { className: "symbol", pressed: values[at] === value, disabled: !possible(prompt, placed(values, at, value)), label: `${wheel.title}: ${name}` },
        () => ui.set({ wheels: placed(values, at, values[at] === value ? null : value) }),
        label,
      ),
    );
    return element("div", { className: "wheel", role: "group", "aria-label": wheel.title }, element("span", { className: "called" }, wheel.title), element("div", { className: "symbols" }, ...buttons));
  });
  const set = values.every((value) => value !== null);
  const named = prompt.wheels.map(({ title, symbols }, at) => `${title} ${symbols.find(({ value }) => value === values[at])?.name ?? "…"}`);
  return {
    pad: rows,
    hint: prompt.title,
    label: prompt.accept,
    ready: set ? { text: named.join(", "), move: dialled(prompt, values) } : null,
    undo: draft.wheels?.some((/** @type {unknown} */ value) => value !== null) ? without(draft, "wheels") : null,
  };
}

/**
 * A field for a word. What its letters cannot be is told below it, and stays in it.
 * @param {Extract<Prompt, { kind: "write" }>} prompt
 * @param {Ui} ui
 * @returns {Part}
 */
function write(prompt, ui) {
  const field = element("input", {
    "data-id": "write",
    maxlength: prompt.longest,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    "aria-label": prompt.title,
  });
  const taken = ui.button("write ok", { className: "go small" }, (button) => {
    const shown = /** @type {HTMLInputElement} */ (button.parentElement?.querySelector("input"));
    const known = (/** @type {string} */ letter) => [letter, letter.toUpperCase()].find((one) => prompt.letters.includes(one));
    // An accent that was typed apart from its letter.
    const letters = [...shown.value.normalize("NFC")];
    const wrong = [...new Set(letters.filter((letter) => !known(letter)))];
    const told = letters.map(known).join("").split(" ").filter(Boolean).join(" ");
    ui.set({ wrong: wrong.join(" ") });
    if (told && !wrong.length) ui.send({ move: prompt.move, [prompt.field]: told });
  }, "Take this name");
  const refused = ui.draft.wrong ? [element("p", { role: "alert" }, `The screens cannot show ${ui.draft.wrong}: write it with other letters.`)] : [];
  return { pad: [element("div", { className: "write" }, field, taken), ...refused], hint: prompt.title };
}
