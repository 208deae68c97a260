// @ts-check
// Generated from the records of the games by tools/board_kits.py: `make schemas` writes it anew.

export const mastermind = {
  "pieces": {
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
    },
    "0": {
      "label": "0",
      "name": "0"
    },
    "1": {
      "label": "1",
      "name": "1"
    },
    "2": {
      "label": "2",
      "name": "2"
    },
    "3": {
      "label": "3",
      "name": "3"
    },
    "4": {
      "label": "4",
      "name": "4"
    },
    "5": {
      "label": "5",
      "name": "5"
    },
    "6": {
      "label": "6",
      "name": "6"
    },
    "7": {
      "label": "7",
      "name": "7"
    },
    "8": {
      "label": "8",
      "name": "8"
    },
    "9": {
      "label": "9",
      "name": "9"
    }
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

export const breakthecode = {
  "places": "ABCDE",
  "tiles": [
    "B0",
    "W0",
    "B1",
    "W1",
    "B2",
    "W2",
    "B3",
    "W3",
    "B4",
    "W4",
    "G5",
    "B6",
    "W6",
    "B7",
    "W7",
    "B8",
    "W8",
    "B9",
    "W9"
  ],
  "copies": {
    "B0": 1,
    "W0": 1,
    "B1": 1,
    "W1": 1,
    "B2": 1,
    "W2": 1,
    "B3": 1,
    "W3": 1,
    "B4": 1,
    "W4": 1,
    "G5": 2,
    "B6": 1,
    "W6": 1,
    "B7": 1,
    "W7": 1,
    "B8": 1,
    "W8": 1,
    "B9": 1,
    "W9": 1
  },
  "cards": {
    "sum": {
      "label": "Sum",
      "asks": "Sum of all numbers?"
    },
    "sum_left": {
      "label": "Left +",
      "asks": "Sum of left three?"
    },
    "sum_middle": {
      "label": "Mid +",
      "asks": "Sum of middle three?"
    },
    "sum_right": {
      "label": "Right +",
      "asks": "Sum of right three?"
    },
    "sum_black": {
      "label": "Black +",
      "asks": "Sum of black tiles?"
    },
    "sum_white": {
      "label": "White +",
      "asks": "Sum of white tiles?"
    },
    "spread": {
      "label": "Hi-lo",
      "asks": "Highest less lowest?"
    },
    "count_black": {
      "label": "Blacks",
      "asks": "How many black tiles?"
    },
    "count_white": {
      "label": "Whites",
      "asks": "How many white tiles?"
    },
    "count_even": {
      "label": "Evens",
      "asks": "How many even tiles?"
    },
    "count_odd": {
      "label": "Odds",
      "asks": "How many odd tiles?"
    },
    "pairs": {
      "label": "Pairs",
      "asks": "How many equal pairs?"
    },
    "runs": {
      "label": "Follow",
      "asks": "Numbers that follow?"
    },
    "same_colour": {
      "label": "Colour",
      "asks": "Same colour in a row?"
    },
    "where_0": {
      "label": "Where 0",
      "asks": "Where is a 0?"
    },
    "where_5": {
      "label": "Where 5",
      "asks": "Where is a 5?"
    },
    "where_1_2": {
      "label": "1 or 2",
      "asks": "Where is a 1, or a 2?"
    },
    "where_3_4": {
      "label": "3 or 4",
      "asks": "Where is a 3, or a 4?"
    },
    "where_6_7": {
      "label": "6 or 7",
      "asks": "Where is a 6, or a 7?"
    },
    "where_8_9": {
      "label": "8 or 9",
      "asks": "Where is an 8, or a 9?"
    },
    "middle": {
      "label": "C > 4",
      "asks": "Is C more than 4?"
    }
  },
  "colours": {
    "B": "black",
    "W": "white",
    "G": "green"
  }
};

/** What is told of each game; `of_seats`: the options that name a player. */
/** @type {Record<string, { title: string, sign: string, about: string, minutes: number, players: number[], rules: string, reviews: boolean, options: Record<string, string>, of_seats: string[] }>} */
export const cards = {
  "mastermind": {
    "title": "Mastermind",
    "sign": "● ● ○ ●",
    "about": "Find a hidden code. Or play Bulls and Cows.",
    "minutes": 15,
    "players": [
      1,
      2
    ],
    "rules": "/rules/mastermind",
    "reviews": true,
    "options": {
      "edition": "Rules",
      "games": "How many games",
      "first_codemaker": "First code by",
      "codemaker": "Codes made by",
      "pegs": "Pegs",
      "symbols": "Made of",
      "colours": "Colours or digits",
      "repeats_in_code": "Repeats in code",
      "repeats_in_guess": "Repeats in guess",
      "rows": "Rows",
      "indication": "Arms"
    },
    "of_seats": [
      "first_codemaker"
    ]
  },
  "davinci": {
    "title": "Da Vinci Code",
    "sign": "3 ▮ 7 ▯",
    "about": "Say which numbers the others hide.",
    "minutes": 15,
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
      "empty_centre": "Late mistakes",
      "memory_aid": "Memory aid"
    },
    "of_seats": [
      "first_seat"
    ]
  },
  "digitcode": {
    "title": "Digit Code",
    "sign": "407 193",
    "about": "Ask how six digits are drawn, and solve.",
    "minutes": 25,
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
      "sheet": "Sheet for all"
    },
    "of_seats": [
      "master",
      "first_seat"
    ]
  },
  "passcode": {
    "title": "Passcode",
    "sign": "⚂ ⚅ ⚀",
    "about": "Roll codes, and crack them card by card.",
    "minutes": 20,
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
  },
  "breakthecode": {
    "title": "Break the Code",
    "sign": "▯0 ▮3 5",
    "about": "Ask about the tiles, and name the row.",
    "minutes": 20,
    "players": [
      2,
      4
    ],
    "rules": "/rules/break-the-code",
    "reviews": true,
    "options": {
      "first_seat": "Who begins"
    },
    "of_seats": [
      "first_seat"
    ]
  }
};
