// The dialogs of a seat: help on what is asked; what can be proposed to all at the table, and the settings of this device.

import { element } from "/static/element.js";
import { options } from "/static/touch/legal.js";

function dialog(title, ...children) {
  const close = element("button", { type: "button", className: "way" }, "Close");
  const heading = element("h2", { id: "dialog-title" }, title);
  const made = element("dialog", { className: "touch-dialog", "aria-labelledby": "dialog-title" }, heading, ...children, close);
  close.addEventListener("click", () => made.close());
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (event) => event.target === made && made.close());
  document.body.append(made);
  made.showModal();
  return made;
}

const AGREED = "All who play must agree. Who was asked and does nothing for a minute counts as agreeing.";

/** What is asked, at length. */
export function openHelp({ data }) {
  dialog(data.prompt.title.trim(), element("p", {}, data.prompt.help));
}

/** What can be proposed, where there is something; and the settings. */
export function openMenu(panel) {
  const list = element("div", { className: "choices" });
  const entries = panel.data?.menu ? options(panel.data.menu) : [];
  const agreed = entries.every(({ option }) => isOwn(option)) ? [] : [element("p", {}, AGREED)];
  const proposing = entries.length ? [...agreed, list] : [];
  const made = dialog("Menu", ...proposing, ...settingsOf(panel));
  if (proposing.length) propose(panel, panel.data.menu, list, made);
}

/** Whether an entry concerns nobody else. */
function isOwn({ move }) {
  return ["roll_rest", "own_throw", "hint", "review", "hand_over", "play_again"].includes(move.move);
}

/** A proposal is asked back before it counts; a hint is asked for at once. */
function propose(panel, menu, list, made) {
  const proposals = options(menu).filter(({ option }) => option.move.move !== "back");
  const send = (move) => {
    panel.send(move, "menu");
    made.close();
  };
  for (const { option } of proposals) {
    const button = element("button", { type: "button", className: "way" }, option.text);
    button.addEventListener("click", () => {
      if (isOwn(option)) return send(option.move);
      if (button.dataset.sure) return send(option.move);
      for (const other of list.children) delete other.dataset.sure;
      button.dataset.sure = "yes";
      button.textContent = `${option.text}: tap again to ask the others`;
    });
    list.append(button);
  }
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
    box("hold", "Hold to look", cover.hold, "Secrets are shown only while you hold a button."),
    box("mute", "No sounds", settings.get("mute"), "Nothing sounds before your first tap."),
    level,
    box("vibrate", "Vibrate when it is my turn", settings.get("vibrate"), "Where the device can."),
    ...(navigator.wakeLock ? [box("awake", "Keep the screen on", settings.get("awake"), "While your seat is in sight.")] : []),
  ];
}
