// @ts-check
// Quiet sounds and a short vibration: the notes of each cue, and the device that plays them.
//
// Invariant: nothing sounds before the first tap.

const NOTES = { turn: [659, 880], accepted: [523], refused: [220, 196], end: [523, 659, 784], time: [880, 880, 587] };
const LENGTH = 0.14;

/** The name of what is heard after a message "cue" by who plays at these places, or "". At null all is heard, as by a spectator. Of
 * several sounds the last one is the most important. */
export function heard({ sounds }, places) {
  const called = ({ places: whom }) => places === null || whom === null || whom.some((place) => places.includes(place));
  return sounds.filter(called).at(-1)?.sound ?? "";
}

export class Sounds {
  /** `vibrates`: the device is that of a seat. `onWake()` is called at the first tap. */
  constructor(settings, { vibrates = true, onWake = () => {} } = {}) {
    this.settings = settings;
    this.vibrates = vibrates;
    this.context = null;
    // A browser lets a page sound after a tap only, and so does this one. It counts a finger as a tap when it leaves the screen.
    // Some stop the sound again while the page is in the background; the next tap goes on.
    const wake = () => {
      if (!("AudioContext" in window)) return;
      if (!this.context) onWake();
      this.context ??= new AudioContext();
      if (this.context.state !== "running") this.context.resume().catch(() => {});
    };
    for (const kind of ["pointerdown", "pointerup", "click", "keydown"]) addEventListener(kind, wake, { capture: true });
  }

  play(name) {
    if (!name || !this.context) return;
    if (this.vibrates && (name === "turn" || name === "time") && this.settings.get("vibrate")) navigator.vibrate?.(40);
    const volume = this.settings.get("mute") ? 0 : this.settings.get("volume") / 100;
    // Notes of a context that stands still would all sound later, at once.
    if (!volume || this.context.state !== "running") return;
    const start = this.context.currentTime;
    NOTES[name].forEach((pitch, at) => this.note(pitch, start + at * LENGTH, volume));
  }

  note(pitch, at, volume) {
    const [wave, gain] = [this.context.createOscillator(), this.context.createGain()];
    wave.type = "triangle";
    wave.frequency.value = pitch;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.25 * volume, at + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0005, at + LENGTH * 1.6);
    wave.connect(gain).connect(this.context.destination);
    wave.start(at);
    wave.stop(at + LENGTH * 1.7);
  }
}
