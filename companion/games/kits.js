// @ts-check
// Generated from the records of the games by tools/board_kits.py: `make schemas` writes it anew.

export const mastermind = {
  "pegs": {
    "red": {
      "label": "R",
      "name": "Red"
    },
    "yellow": {
      "label": "Y",
      "name": "Yellow"
    },
    "green": {
      "label": "G",
      "name": "Green"
    },
    "blue": {
      "label": "B",
      "name": "Blue"
    },
    "white": {
      "label": "W",
      "name": "White"
    },
    "orange": {
      "label": "O",
      "name": "Orange"
    },
    "pink": {
      "label": "P",
      "name": "Pink"
    },
    "silver": {
      "label": "S",
      "name": "Silver"
    },
    "brown": {
      "label": "N",
      "name": "Brown"
    },
    "violet": {
      "label": "V",
      "name": "Violet"
    }
  },
  "holes": 4,
  "rows": 9,
  "arms": {
    "red": "red",
    "white": "white"
  }
};

export const davinci = {
  "backs": {
    "black": "●",
    "white": "○"
  },
  "dash": {
    "value": "-",
    "label": "–",
    "name": "dash"
  }
};

export const digitcode = {
  "places": "TUVWXY",
  "columns": "ABCDEFGHI",
  "rows": "JKLMNOPQRS",
  "segments": [
    "abcdef",
    "bc",
    "abdeg",
    "abcdg",
    "bcfg",
    "acdfg",
    "acdefg",
    "abc",
    "abcdefg",
    "abcdfg"
  ],
  "spots": {
    "a": [
      1,
      0
    ],
    "b": [
      2,
      1
    ],
    "c": [
      2,
      3
    ],
    "d": [
      1,
      4
    ],
    "e": [
      0,
      3
    ],
    "f": [
      0,
      1
    ],
    "g": [
      1,
      2
    ]
  },
  "wrong": 2
};

export const passcode = {
  "cards": {
    "KEY": {
      "sign": "K",
      "word": "KEY"
    },
    "FAIL": {
      "sign": "✗",
      "word": "FAIL"
    }
  },
  "fails": 3
};

/** What is told of each game; `of_seats`: the options that name a player. */
/** @type {Record<string, { title: string, sign: string, about: string, players: number[], rules: string, reviews: boolean, options: Record<string, string>, of_seats: string[] }>} */
export const cards = {
  "mastermind": {
    "title": "Mastermind",
    "sign": "● ● ○ ●",
    "about": "Four pegs behind a screen, nine rows to find them.",
    "players": [
      1,
      2
    ],
    "rules": "/rules/mastermind",
    "reviews": true,
    "options": {
      "games": "Games",
      "first_codemaker": "First code by",
      "colours": "Colours",
      "repeats_in_guess": "Repeats in guess",
      "indication": "Arms",
      "codemaker": "Codemaker"
    },
    "of_seats": [
      "first_codemaker"
    ]
  },
  "davinci": {
    "title": "Da Vinci Code",
    "sign": "3 ▮ 7 ▯",
    "about": "Rows of numbers in order: say what the others hide.",
    "players": [
      2,
      4
    ],
    "rules": "/rules/davinci-code",
    "reviews": true,
    "options": {
      "first_seat": "Who begins",
      "advanced": "Dashes in play",
      "rounds": "Rounds",
      "empty_centre": "Wrong, no tiles left",
      "memory_aid": "Memory aid"
    },
    "of_seats": [
      "first_seat"
    ]
  },
  "digitcode": {
    "title": "Digit Code",
    "sign": "407 193",
    "about": "Six digits made of 42 spaces, and four kinds of question.",
    "players": [
      1,
      5
    ],
    "rules": "/rules/digit-code",
    "reviews": true,
    "options": {
      "master": "Question master",
      "first_seat": "First to ask",
      "opening": "Opening",
      "sheet": "Helping sheet"
    },
    "of_seats": [
      "master",
      "first_seat"
    ]
  },
  "passcode": {
    "title": "Passcode",
    "sign": "⚂ ⚅ ⚀",
    "about": "Roll your codes, crack them card by card, and lock in.",
    "players": [
      2,
      6
    ],
    "rules": "/rules/passcode",
    "reviews": true,
    "options": {
      "levels": "LEVELs",
      "turning": "Turn the die"
    },
    "of_seats": []
  }
};
