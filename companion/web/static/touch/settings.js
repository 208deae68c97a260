// @ts-check
// How this device is set: sounds, vibration, and whether secrets are shown only while a finger holds a button. Remembered here,
// never sent. Every setting works without the storage, too.

import { ofBrowser } from "/static/storage.js";

const MEMORY = "companion touch";
const USUAL = { volume: 40, mute: false, vibrate: true, awake: true, hold: null };

/** The settings of this browser; `hold` is null until somebody chooses. */
export class Settings {
  constructor() {
    this.values = { ...USUAL, ...stored() };
    this.listeners = new Set();
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    this.values[name] = value;
    ofBrowser.setItem(MEMORY, JSON.stringify(this.values));
    for (const listener of this.listeners) listener();
  }

  /** Call `listener()` after each change, until `signal` aborts. */
  onChange(listener, signal) {
    this.listeners.add(listener);
    signal?.addEventListener("abort", () => this.listeners.delete(listener));
  }
}

function stored() {
  try {
    return JSON.parse(ofBrowser.getItem(MEMORY)) ?? {};
  } catch {
    return {};
  }
}
