// @ts-check
// Which keys of the keyboard stand for which keys of the seats, and what is printed on them.
//
// A key is named by its place on the keyboard (KeyboardEvent.code), so that the seats' keys lie like the seats at the table on every
// layout. Where the browser does not tell the layout, a key is known by the letter that it types: the letter on the page is true
// either way.

const ARROWS = { ArrowLeft: "←", ArrowDown: "↓", ArrowUp: "↑", ArrowRight: "→" };
const TYPED = /^[a-z0-9]$/;

export class Keyboard {
  constructor() {
    this.layout = null;
    this.places = new Map();
    this.letters = new Map();
  }

  /** Ask the browser for the layout; true where it told one. */
  async learn() {
    try {
      this.layout = (await /** @type {any} */ (navigator).keyboard?.getLayoutMap()) ?? null;
    } catch {
      this.layout = null;
    }
    return this.layout !== null;
  }

  /** What each code stands for: pairs of a code and anything. */
  assign(meanings) {
    this.places = new Map(meanings);
    this.letters = new Map(meanings.map(([code, meaning]) => [plain(code).toLowerCase(), meaning]));
  }

  /** What a key that was pressed stands for, or undefined. */
  meaning({ code, key }) {
    if (this.layout) return this.places.get(code);
    const typed = key.toLowerCase();
    if (this.letters.has(typed)) return this.letters.get(typed);
    return TYPED.test(typed) ? undefined : this.places.get(code);
  }

  /** What is printed on the key with this code; nothing where there is none. */
  legend(code) {
    if (!code) return "";
    if (code in ARROWS) return ARROWS[code];
    const typed = code.startsWith("Digit") ? null : this.layout?.get(code);
    return (typed || plain(code)).toUpperCase();
  }
}

function plain(code) {
  return code.replace(/^(Key|Digit)/, "");
}
