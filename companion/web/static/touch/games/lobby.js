// The lobby by touch: sit down, choose the game, its options and your name, and start. All of it from the lobby's own menu.

import { element } from "/static/element.js";
import { question } from "/static/touch/generic.js";
import { howToPlay } from "/static/rules/link.js";

const SIGNS = { Mastermind: "● ● ○ ●", "Da Vinci Code": "3 ▮ 7 ▯", "Digit Code": "407 193", Passcode: "⚂ ⚅ ⚀" };

export function draw(data, draft, ui) {
  const { view, prompt } = data;
  const players = view.players.map(({ name, joined, seat }) =>
    element("li", { className: joined ? "joined" : "" }, element("b", {}, seat === view.seat ? `${name} (you)` : name), element("span", {}, joined ? "plays" : "not yet")),
  );
  const scene = [
    element("section", { className: "chosen" }, element("span", { className: "sign", "aria-hidden": "true" }, SIGNS[view.title] ?? ""), element("h2", {}, view.title), element("p", {}, view.needs || "Ready to start"), element("p", { className: "links" }, howToPlay(view.chosen, view.title), ...(view.after ? [lastGame()] : []))),
    element("ul", { className: "players", "aria-label": "Who sits at the table" }, ...players),
  ];
  if (prompt?.kind !== "menu") return { ...question(prompt, draft, ui), scene, hint: "", open: true };
  const start = prompt.branches.find(({ prompt: asked }) => sole(asked)?.move.move === "start");
  const change = prompt.branches.find(({ prompt: asked }) => asked.kind === "menu");
  const rows = (change?.prompt.branches ?? []).map((branch, at) => row(branch, at, draft, ui));
  const begin = start ? [ui.button("start", { className: "go big", disabled: Boolean(view.needs) }, () => ui.send(sole(start.prompt).move), start.text)] : [];
  scene.push(element("div", { className: "options", role: "group", "aria-label": "What can be changed" }, ...rows));
  return { pad: begin, scene, hint: "", open: true };
}

/** The way to the game that was played or ended last, with what was hidden in it. */
function lastGame() {
  return element("a", { className: "learn", href: "/history#newest/public/end", target: "_blank", rel: "noopener" }, "See the last game");
}

function sole(prompt) {
  return prompt.kind === "choose" && prompt.options.length === 1 ? prompt.options[0] : null;
}

/** A line of the menu; what it offers opens below it. */
function row(branch, at, draft, ui) {
  const option = sole(branch.prompt);
  const text = branch.text.trim();
  if (option && option.move.move === "leave") return ui.button(`branch ${at}`, { className: "way quiet" }, () => ui.send(option.move), text);
  const open = draft.branch === at;
  const [name, now = ""] = text.split("\t");
  const act = (button) => {
    ui.set({ branch: open ? undefined : at, inner: {} });
    button.closest(".option").scrollIntoView({ block: "nearest" });
  };
  const head = ui.button(`branch ${at}`, { className: "setting", label: `${name}: ${now || "choose"}`, "aria-expanded": String(open) }, act, element("span", {}, name), element("b", {}, now || "choose"));
  if (!open) return element("div", { className: "option", "data-id": `option ${at}` }, head);
  const nested = {
    ...ui,
    set: (change) => ui.set({ inner: { ...draft.inner, ...change } }),
    // A choice closes the line, also where it was chosen already.
    send: (move) => {
      ui.set({ branch: undefined, inner: {} });
      ui.send(move);
    },
    button: (key, ...rest) => ui.button(`inner ${key}`, ...rest),
  };
  const { pad } = question(branch.prompt, draft.inner ?? {}, nested);
  return element("div", { className: "option open", "data-id": `option ${at}` }, head, ...pad);
}
