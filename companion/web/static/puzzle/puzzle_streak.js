// @ts-check
// How many days in a row a puzzle of that day was solved, kept by this browser.

const NAME = "companion-puzzles";
const KEPT = 200;

/** The day before, both as in 2026-01-31. */
function before(day) {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date - 1)).toISOString().slice(0, 10);
}

export class Streak {
  #storage;

  constructor(storage) {
    this.#storage = storage;
  }

  /** Whether that puzzle, named day/game/level, was solved here. */
  has(name) {
    return this.#read().solved.includes(name);
  }

  /** The streak as it stands on a day: it lasts until a whole day passes without a solved puzzle. */
  on(today) {
    const { last, days, best } = this.#read();
    return { days: last === today || last === before(today) ? days : 0, best };
  }

  /** A puzzle was solved. Only one of today adds to the streak, once a day. */
  solved(name, today) {
    const kept = this.#read();
    if (!kept.solved.includes(name)) kept.solved = [...kept.solved, name].slice(-KEPT);
    if (name.startsWith(`${today}/`) && kept.last !== today) {
      kept.days = kept.last === before(today) ? kept.days + 1 : 1;
      kept.best = Math.max(kept.best, kept.days);
      kept.last = today;
    }
    try {
      this.#storage.setItem(NAME, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing still lets people solve puzzles.
    }
  }

  #read() {
    const empty = { last: "", days: 0, best: 0, solved: [] };
    try {
      const kept = JSON.parse(this.#storage.getItem(NAME));
      return kept !== null && Array.isArray(kept.solved) ? { ...empty, ...kept } : empty;
    } catch {
      return empty;
    }
  }
}
