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

  /** How a puzzle was solved the first time: { tries, hints }; null where that is not known. */
  how(name) {
    return this.#read().how[name] ?? null;
  }

  /** A puzzle was solved. Only one of today adds to the streak, once a day. @param {{ tries: number, hints: number } | null} how */
  solved(name, today, how = null) {
    const kept = this.#read();
    if (!kept.solved.includes(name)) {
      kept.solved = [...kept.solved, name].slice(-KEPT);
      kept.how = Object.fromEntries(kept.solved.flatMap((one) => (one === name ? [[one, how]] : one in kept.how ? [[one, kept.how[one]]] : [])));
    }
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
    const empty = { last: "", days: 0, best: 0, solved: [], how: {} };
    try {
      const kept = JSON.parse(this.#storage.getItem(NAME));
      return kept !== null && Array.isArray(kept.solved) ? { ...empty, ...kept } : empty;
    } catch {
      return empty;
    }
  }
}

/** What can be told to others of a solved puzzle, and of all of its day, without a solution. `name`: day/game/level. */
export function shareText(name, { games, editions = {}, levels }, streak) {
  const [day, game, level] = name.split("/");
  const { tries, hints } = streak.how(name) ?? { tries: 0, hints: 0 };
  const times = tries ? ` in ${tries === 1 ? "1 try" : `${tries} tries`}` : "";
  const helps = hints ? `, with ${hints === 1 ? "1 hint" : `${hints} hints`}` : "";
  const marks = Object.entries(games).map(([one, title]) => `${levels.map((other) => (streak.has(`${day}/${one}/${other}`) ? "✓" : "·")).join(" ")}  ${title}`);
  const [plain, edition] = game.split(".");
  const title = [games[plain], ...(edition ? [editions[plain][edition]] : [])].join(", ");
  return [`Codebreakers' puzzle, ${day}`, `${title}, ${level}: solved${times}${helps}`, ...marks].join("\n");
}
