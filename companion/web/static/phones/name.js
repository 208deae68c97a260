// @ts-check
// The name above a seat's screen; while names are chosen, a click on it opens a field in which one is written.

import { element, say } from "/static/element.js";

const NOT_SENT = "Not sent: no connection. Press Enter again.";
const LONGEST = 32; // More than a name has, so that one that is pasted is refused and not cut off.
// The table checks the name, and says why it refuses one. Nothing typed is changed here; a field with a name that will be
// refused stays open, so that it can be corrected.
const TAKEN = /^(?=.{1,12}$)[A-Za-zÀ-ÖØ-öø-ſ0-9.'-]+( [A-Za-zÀ-ÖØ-öø-ſ0-9.'-]+)*$/;

export class Name {
  /** `onName(text)` is called for a name that was entered; false: it was not sent. */
  constructor(onName) {
    this.onName = onName;
    this.button = element("button", { className: "name", type: "button", disabled: true });
    this.told = element("small", { className: "told", role: "alert" });
    this.root = element("h2", {}, this.button, this.told);
    this.field = null;
    this.button.addEventListener("click", () => this.open());
    new ResizeObserver(() => this.fit()).observe(this.root);
  }

  show(name, open) {
    say(this.button, name);
    this.button.disabled = !open;
    this.button.title = open ? "Write another name" : "";
    if (!open) this.close();
    this.fit();
  }

  /** Smaller letters, in two lines, where the name is too wide. */
  fit() {
    const { classList } = this.button;
    classList.remove("wide");
    classList.toggle("wide", this.button.scrollWidth > this.button.clientWidth);
  }

  open() {
    if (this.field) return;
    const about = { maxlength: LONGEST, "aria-label": "Name", autocomplete: "off" };
    const field = element("input", { className: "naming", ...about });
    this.field = field;
    field.addEventListener("input", () => field.removeAttribute("aria-invalid"));
    field.addEventListener("keydown", (event) => {
      const { key, isComposing } = event;
      if (isComposing || (key !== "Enter" && key !== "Escape")) return;
      event.preventDefault(); // Else it would press the button that has the focus next.
      const text = field.value.trim();
      const sent = key === "Enter" && text ? this.onName(text) !== false : true;
      say(this.told, sent ? "" : NOT_SENT);
      if (key === "Enter" && text && (!sent || !TAKEN.test(text))) {
        field.setAttribute("aria-invalid", "true");
        return;
      }
      this.close();
      this.button.focus();
    });
    field.addEventListener("blur", () => this.close());
    this.button.hidden = true;
    this.told.before(field);
    field.focus();
  }

  /** Leave the field; what stands in it is forgotten. */
  close() {
    const field = this.field;
    if (!field) return;
    this.field = null;
    this.button.hidden = false;
    say(this.told, "");
    field.remove();
  }
}
