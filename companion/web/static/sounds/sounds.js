// Quiet sounds and a short vibration, made of what everybody at the table may know, and at the end of the own think time.
//
// Invariant: a sound depends only on the public parts of the data (the game, the number of the move, who is to act, who has won,
// and the event sentence), never on what this seat holds, enters or was refused. Nothing sounds before the first tap.

const NOTES = { turn: [659, 880], accepted: [523], refused: [220, 196], end: [523, 659, 784], time: [880, 880, 587] };
const LENGTH = 0.14;

/** The public part of a seat's data that sounds are made from. */
export function heard(data) {
  const { game, to_act: acting = [], winners } = data.view;
  const mine = data.view.seat !== null && acting.includes(data.view.seat);
  const chance = acting.includes("chance");
  return { game, number: data.number, event: data.event, over: winners !== null && game !== "lobby", mine, chance };
}

/** The sound between two such parts, or "". */
export function cue(before, now) {
  if (!before) return "";
  const opened = now.game !== before.game || now.number < before.number;
  if (now.over) return opened || !before.over ? "end" : "";
  if (now.mine && now.game !== "lobby" && (opened || !before.mine) && !before.chance) return "turn";
  if (opened) return "";
  if (now.number !== before.number) return before.chance ? (now.mine && !before.mine ? "turn" : "") : "accepted";
  return now.event !== before.event ? "refused" : "";
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
