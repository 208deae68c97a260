// Any game by touch: the public view as the pages draw it, and controls for every kind of prompt. A new game needs no script.

import { element } from "/static/element.js";
import { barred, dialled, possible } from "/static/touch/legal.js";

let drawings = null; // What draws public views: loaded for the first game without a board of its own.

/** The board of a game that has none of its own. */
export function draw(data, draft, ui) {
  const scene = element("div", { className: "felt middle" });
  if (drawings) drawings.drawOf(data.view.game)(scene)(data.view, data.names);
  else loadDrawings(ui);
  return { ...question(data.prompt, draft, ui), scene: [scene] };
}

async function loadDrawings(ui) {
  for (const path of ["/static/games/generic.css", "/static/games.css"]) {
    document.head.append(element("link", { rel: "stylesheet", href: path }));
  }
  drawings = await import("/static/games.js");
  ui.set({});
}

/** { pad, hint, label, ready, undo } for a prompt. */
export function question(prompt, draft, ui) {
  if (!prompt) return { pad: [], hint: "" };
  switch (prompt.kind) {
    case "choose":
      return choose(prompt, draft, ui);
    case "menu":
      return menu(prompt, draft, ui);
    case "fill":
      return fill(prompt, draft, ui);
    case "dial":
      return dial(prompt, draft, ui);
    case "write":
      return write(prompt, draft, ui);
    default:
      return { pad: [], hint: prompt.title };
  }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** A line of a list: what it is, and how it stands. */
function said(text) {
  const [what, state] = text.trim().split("\t");
  return state && state !== "now" ? [what, " ", element("small", {}, state)] : [what];
}

/** The same for who hears it: a phrase whose parts are apart. Null where the text says all. */
function spoken(text) {
  const [what, state] = text.trim().split("\t");
  return state && state !== "now" ? `${what}: ${state}` : null;
}

/** A choice, and, of a level of the machine, how it plays. */
function offered({ text, move }, ui) {
  const plays = ui.levels?.[move.level];
  return plays ? [text, element("small", { className: "about" }, plays)] : said(text);
}

/** A button says what it does. Only what must be confirmed takes a second tap. */
export function choose(prompt, draft, ui, drawn = (option) => offered(option, ui)) {
  const taken = prompt.options.find(({ move }) => same(move, draft.chosen));
  const buttons = prompt.options.map((option, at) => {
    const act = () => (prompt.confirm ? ui.set({ chosen: option.move }) : ui.send(option.move));
    const className = prompt.options.length === 1 && !prompt.confirm ? "go" : "way";
    const plays = ui.levels?.[option.move.level];
    const label = plays ? `${option.text}: ${plays}` : spoken(option.text);
    return ui.button(`choose ${at}`, { className, label, pressed: prompt.confirm ? option === taken : option.text.endsWith("\tnow") ? true : null }, act, ...drawn(option));
  });
  return {
    pad: [element("div", { className: "choices", role: "group", "aria-label": prompt.title }, ...buttons)],
    hint: prompt.title,
    label: prompt.confirm ? "Confirm" : "",
    ready: taken && { text: `${taken.text}?`, move: taken.move },
    undo: taken ? without(draft, "chosen") : null,
  };
}

/** The branch that was taken, and below it what it asks. One that leads to a single move makes it at once. */
function menu(prompt, draft, ui) {
  const at = draft.branch ?? null;
  const branch = prompt.branches[at];
  const inner = branch && question(branch.prompt, draft.inner ?? {}, nested(ui, draft));
  const buttons = prompt.branches.map((one, number) => {
    const sole = one.prompt.kind === "choose" && one.prompt.options.length === 1 && !one.prompt.confirm ? one.prompt.options[0] : null;
    const act = () => (sole ? ui.send(sole.move) : ui.set({ branch: number === at ? null : number, inner: {} }));
    const states = sole ? {} : { pressed: number === at, "aria-expanded": String(number === at) };
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

/** For a question inside another one: its own half of the draft, and keys of its own. */
function nested(ui, draft) {
  return {
    ...ui,
    set: (change) => ui.set({ inner: { ...draft.inner, ...change } }),
    button: (key, ...rest) => ui.button(`inner ${key}`, ...rest),
  };
}

/** A row of places and the symbols for them. */
export function fill(prompt, draft, ui, drawn = (symbol) => [symbol.label]) {
  const values = draft.values ?? Array(prompt.length).fill(null);
  const at = draft.at ?? values.indexOf(null);
  const known = new Map(prompt.symbols.map((symbol) => [symbol.value, symbol]));
  const places = values.map((value, place) =>
    ui.button(
      `place ${place}`,
      { className: "place", pressed: place === at, label: `Place ${place + 1}: ${value === null ? "empty" : known.get(value).name}` },
      () => ui.set({ values: values.with(place, null), at: place }),
      ...(value === null ? [element("span", { "aria-hidden": "true" }, "·")] : drawn(known.get(value))),
    ),
  );
  const put = (value) => {
    const next = values.with(at, value);
    ui.set({ values: next, at: next.includes(null) ? next.indexOf(null) : -1, order: [...(draft.order ?? []), at] });
  };
  const symbols = prompt.symbols.map((symbol) => {
    const why = at < 0 ? "The row is full." : barred(prompt, values, at, symbol.value);
    return ui.button(`symbol ${symbol.value}`, { className: "symbol", disabled: Boolean(why), label: symbol.name, title: why || null }, () => put(symbol.value), ...drawn(symbol));
  });
  const full = !values.includes(null);
  return {
    pad: [
      element("div", { className: "places", role: "group", "aria-label": "Your row", "data-columns": prompt.columns || prompt.length }, ...places),
      element("div", { className: "symbols", role: "group", "aria-label": "Put in the next place" }, ...symbols),
    ],
    hint: prompt.title,
    label: "OK",
    ready: full && { text: values.map((value) => known.get(value).name).join(", "), move: { move: prompt.move, [prompt.field]: values } },
    undo: undone(draft, values),
    values,
    at,
  };
}

/** A fill before its last symbol; null where nothing is entered. */
export function undone(draft, values) {
  const order = draft.order ?? [];
  const last = order.findLast((place) => values[place] !== null);
  if (last === undefined) return null;
  return { ...draft, values: values.with(last, null), at: last, order: order.slice(0, order.lastIndexOf(last)) };
}

/** A row of buttons for each wheel; values that go with nothing else are dead. */
export function dial(prompt, draft, ui) {
  const values = draft.wheels ?? prompt.wheels.map(({ symbols }) => (symbols.length === 1 ? symbols[0].value : null));
  const rows = prompt.wheels.map((wheel, at) => {
    const buttons = wheel.symbols.map(({ value, label, name }) =>
      ui.button(
        `wheel ${at} ${value}`,
        { className: "symbol", pressed: values[at] === value, disabled: !possible(prompt, values.with(at, value)), label: `${wheel.title}: ${name}` },
        () => ui.set({ wheels: values.with(at, values[at] === value ? null : value) }),
        label,
      ),
    );
    return element("div", { className: "wheel", role: "group", "aria-label": wheel.title }, element("span", { className: "called" }, wheel.title), element("div", { className: "symbols" }, ...buttons));
  });
  const set = values.every((value) => value !== null);
  const named = prompt.wheels.map(({ title, symbols }, at) => `${title} ${symbols.find(({ value }) => value === values[at])?.name ?? "…"}`);
  return {
    pad: [...rows],
    hint: prompt.title,
    label: "OK",
    ready: set && { text: named.join(", "), move: dialled(prompt, values) },
    undo: draft.wheels?.some((value) => value !== null) ? without(draft, "wheels") : null,
  };
}

function write(prompt, draft, ui) {
  const text = draft.text ?? "";
  const field = element("input", {
    "data-id": "write",
    maxlength: prompt.longest,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    "aria-label": prompt.title,
  });
  const taken = ui.button("write ok", { className: "go small" }, (button) => {
    const shown = button.parentElement.querySelector("input");
    const known = (letter) => [letter, letter.toUpperCase()].find((one) => prompt.letters.includes(one));
    // An accent that was typed apart from its letter.
    const letters = [...shown.value.normalize("NFC")];
    const wrong = [...new Set(letters.filter((letter) => !known(letter)))];
    const told = letters.map(known).join("").split(" ").filter(Boolean).join(" ");
    ui.set({ wrong: wrong.join(" ") });
    if (told && !wrong.length) ui.send({ move: prompt.move, [prompt.field]: told });
  }, "Take this name");
  const refused = draft.wrong ? [element("p", { role: "alert" }, `The screens cannot show ${draft.wrong}: write it with other letters.`)] : [];
  return { pad: [element("div", { className: "write" }, field, taken), ...refused], hint: text || prompt.title };
}

export function without(draft, ...names) {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !names.includes(name)));
}
