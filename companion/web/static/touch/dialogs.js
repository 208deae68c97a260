// @ts-check
// The dialogs of a seat: help on what is asked; what can be proposed to all at the table, and the settings of this device.

import { element } from "/static/element.js";
import { howToPlay } from "/static/rules/link.js";
import { options } from "/static/boards/legal.js";

/** A dialog of a panel, which goes with it. */
function dialog(panel, title, ...children) {
  const close = element("button", { type: "button", className: "way" }, "Close");
  const heading = element("h2", { id: "dialog-title" }, title);
  const made = element("dialog", { className: "touch-dialog", "aria-labelledby": "dialog-title" }, heading, ...children, close);
  close.addEventListener("click", () => made.close());
  made.addEventListener("close", () => made.remove());
  panel.dialog = made;
  made.addEventListener("click", (event) => event.target === made && made.close());
  document.body.append(made);
  made.showModal();
  return made;
}

const OWN = ["roll_rest", "own_throw", "hint", "hand_over", "play_again", "no_hints"]; // Moves that concern nobody else.

/** What is asked, at length. */
export function openHelp(panel) {
  const { data } = panel;
  dialog(panel, data.prompt.title.trim(), element("p", {}, data.prompt.help));
}

/** How to play, what this seat can do for itself, what can be proposed to all, and the settings. */
export function openMenu(panel) {
  const { data } = panel;
  const entries = data?.menu ? options(data.menu) : [];
  const help = data?.menu?.help ?? ""; // Empty where nobody else is asked.
  const own = entries.filter(({ move }) => OWN.includes(move.move));
  const proposals = entries.filter(({ move }) => !OWN.includes(move.move));
  const lobby = data?.view?.game === "lobby";
  const learn = element("div", { className: "choices" }, howToPlay(lobby ? data.view.chosen : data?.view?.game, lobby ? data.view.title : data?.title));
  const made = dialog(
    panel,
    "Menu",
    learn,
    ...group("For you alone", own, (option) => send(panel, option, made)),
    ...group(help ? "For all" : "The game", proposals, (option, button) => propose(panel, option, button, made), ...(help ? [element("p", {}, help)] : [])),
    ...settingsOf(panel),
  );
}

/** Entries below a heading, where there are any. */
function group(title, entries, act, ...told) {
  if (!entries.length) return [];
  const buttons = entries.map((option) => {
    const button = element("button", { type: "button", className: "way" }, option.text);
    button.addEventListener("click", () => act(option, button));
    return button;
  });
  return [element("h3", {}, title), ...told, element("div", { className: "choices", role: "group", "aria-label": title }, ...buttons)];
}

function send(panel, option, made) {
  panel.send(option.move, "menu");
  made.close();
}

/** A proposal is asked back before it counts. */
function propose(panel, option, button, made) {
  if (button.dataset.sure) return send(panel, option, made);
  for (const other of button.parentElement.querySelectorAll("[data-sure]")) {
    other.textContent = other.dataset.sure;
    other.removeAttribute("data-sure");
  }
  button.dataset.sure = option.text;
  button.textContent = `${option.text}: tap again${panel.data?.menu?.help ? " to ask the others" : ""}`;
}

/** Sound, vibration and privacy. */
function settingsOf(panel) {
  const { settings, cover, sounds } = panel;
  const box = (name, text, value, note) => {
    const input = element("input", { type: "checkbox" });
    input.checked = value;
    input.addEventListener("change", () => settings.set(name, input.checked));
    return element("label", { className: "setting" }, input, element("span", {}, text, element("small", {}, note)));
  };
  const volume = element("input", { type: "range", min: "0", max: "100", step: "10", "aria-label": "Volume" });
  volume.value = settings.get("volume");
  volume.addEventListener("change", () => {
    settings.set("volume", Number(volume.value));
    sounds.play("accepted");
  });
  const level = element("label", { className: "setting" }, element("span", {}, "Volume"), volume);
  return [
    element("h3", {}, "This device"),
    box("hold", "Hold to look", cover.hold, "Secrets are shown only while you hold a button. A click of a mouse shows them until the next one."),
    box("mute", "No sounds", settings.get("mute"), "Nothing sounds before your first tap."),
    level,
    box("vibrate", "Vibrate when it is my turn", settings.get("vibrate"), "Where the device can."),
    ...(navigator.wakeLock ? [box("awake", "Keep the screen on", settings.get("awake"), "While your seat is in sight.")] : []),
  ];
}
