// What a page gets of the games, as JSON. Generated from the records of the code by
// tools/web_types.py: `make schemas` writes it anew.

/** A whole move. */
export interface Move {
  move: string;
  [key: string]: unknown;
}

export interface Choose {
  kind: "choose";
  title: string;
  help: string;
  options: readonly (Option)[];
  secret: boolean;
  confirm: boolean;
  accept: string;
  repeats: boolean;
}

export interface Option {
  move: Move;
  label: string;
  text: string;
}

export interface Fill {
  kind: "fill";
  title: string;
  help: string;
  move: string;
  field: string;
  symbols: readonly (Symbol)[];
  length: number;
  repeats: number;
  repeat_rule: string;
  apart: readonly (readonly [number, number])[];
  apart_rule: string;
  columns: number;
  secret: boolean;
  accept: string;
  repeats_of: readonly (readonly [string | number, number])[];
  rising_rule: string;
}

export interface Symbol {
  value: string | number;
  label: string;
  name: string;
}

export interface Write {
  kind: "write";
  title: string;
  help: string;
  move: string;
  field: string;
  letters: string;
  longest: number;
  secret: boolean;
}

export interface Dial {
  kind: "dial";
  title: string;
  help: string;
  move: string;
  wheels: readonly (Wheel)[];
  fixed: readonly (readonly [string, string | number])[];
  secret: boolean;
  barred: readonly (readonly (string | number)[])[];
  barred_rule: string;
  accept: string;
  confirm: boolean;
}

export interface Wheel {
  field: string;
  title: string;
  symbols: readonly (Symbol)[];
}

export interface Menu {
  kind: "menu";
  title: string;
  help: string;
  branches: readonly (Branch)[];
  secret: boolean;
}

export interface Branch {
  label: string;
  text: string;
  prompt: Choose | Fill | Write | Dial | Menu | ChancePrompt;
}

export interface ChancePrompt {
  kind: "draw";
  title: string;
  lots: readonly (Lot)[];
  die: boolean;
  thrower: number | null;
  help: string;
  secret: boolean;
}

export interface Lot {
  move: Move;
  weight: number;
}

export interface MastermindView {
  game: string;
  seats: number;
  seat: number | null;
  to_act: readonly (number | "chance")[];
  phase: "arms" | "code" | "guess" | "over";
  scores: readonly (number)[];
  winners: readonly (number)[] | null;
  colours: readonly (string)[];
  pegs: number;
  max_rows: number;
  games: number;
  game_number: number;
  codemaker: number | "table";
  decoder: number;
  code: readonly (string)[] | null;
  rows: readonly (MastermindGuessRow)[];
  past: readonly (MastermindSeriesGame)[];
  words: MastermindWords;
}

export interface MastermindGuessRow {
  pegs: readonly (string)[];
  red: number | null;
  white: number | null;
}

export interface MastermindSeriesGame {
  codemaker: number | "table";
  decoder: number;
  code: readonly (string)[];
  rows: number;
  void: boolean;
  points: readonly (number)[];
}

export interface MastermindWords {
  piece: readonly [string, string];
  symbol: readonly [string, string];
  exact: readonly [string, string];
  near: readonly [string, string];
  arms: boolean;
}

export interface DavinciView {
  game: string;
  seats: number;
  seat: number | null;
  to_act: readonly (number | "chance")[];
  phase: "arrange" | "deal" | "deduce" | "draw" | "go_on" | "over" | "place" | "reveal";
  scores: readonly (number)[];
  winners: readonly (number)[] | null;
  round: number;
  rounds: number;
  advanced: boolean;
  turn_of: number;
  centre: DavinciCentreCounts;
  rows: readonly (readonly (DavinciShownTile)[])[];
  clue: DavinciClueTile | null;
  out: readonly (number)[];
  joined: DavinciJoinedTile | null;
  turn_log: readonly (DavinciDeduction)[];
}

export interface DavinciCentreCounts {
  black: number;
  white: number;
}

export interface DavinciShownTile {
  colour: "black" | "white";
  value: string | null;
  exposed: boolean;
}

export interface DavinciClueTile {
  owner: number;
  colour: "black" | "white";
  value: string | null;
}

export interface DavinciJoinedTile {
  seat: number;
  position: number;
}

export interface DavinciDeduction {
  seat: number;
  target: number;
  position: number;
  value: string;
  correct: boolean;
}

export interface DigitCodeView {
  game: string;
  seats: number;
  seat: number | null;
  to_act: readonly (number | "chance")[];
  phase: "ask" | "code" | "last" | "over";
  scores: readonly (number)[];
  winners: readonly (number)[] | null;
  master: number | "table" | null;
  codes: readonly (readonly (number)[] | null)[];
  table_code: readonly (number)[] | null;
  turn_of: number;
  asked: readonly (DigitCodeAskedQuestion)[];
  proposals: readonly (DigitCodeProposedCode)[];
  asked_before: readonly (number)[];
  wrong: readonly (number)[];
  out: readonly (number)[];
  replays: number;
}

export interface DigitCodeAskedQuestion {
  seat: number;
  of: number | "table";
  question: DigitCodeAskLine | DigitCodeAskParity | DigitCodeAskLarger | DigitCodeAskSpace;
  answer: boolean | number | string;
}

export interface DigitCodeAskLine {
  move: "ask_line";
  line: string;
}

export interface DigitCodeAskParity {
  move: "ask_parity";
  place: string;
}

export interface DigitCodeAskLarger {
  move: "ask_larger";
  places: readonly [string, string];
}

export interface DigitCodeAskSpace {
  move: "ask_space";
  column: string;
  row: string;
}

export interface DigitCodeProposedCode {
  seat: number;
  digits: readonly (number)[];
  correct: boolean;
}

export interface DigitCodeSheetData {
  count: number;
  digits: Record<string, readonly (number)[]>;
  spaces: Record<string, boolean>;
}

export interface PasscodeView {
  game: string;
  seats: number;
  seat: number | null;
  to_act: readonly (number | "chance")[];
  phase: "codes" | "draw" | "first" | "lay_down" | "over" | "play" | "roll" | "turning";
  scores: readonly (number)[];
  winners: readonly (number)[] | null;
  levels: readonly (number)[];
  level: readonly (number)[];
  codes: readonly (readonly (readonly (number | null)[])[])[];
  turn_of: number;
  filled: readonly (number)[];
  board: readonly (readonly (string)[])[];
  hand: readonly (string)[] | null;
  hands: readonly (number)[];
  fails: readonly (number)[];
  locked_out: readonly (boolean)[];
  lock_in: readonly (PasscodeLockIn | null)[];
  draw_pile: number;
  discard_pile: number;
  discard_top: string | null;
  die: PasscodeDieOrientation | null;
  round: number;
  round_winner: number | null;
  last_turns: readonly (number)[];
  last_act: PasscodeLastAct | null;
  locked_in: readonly (boolean)[];
}

export interface PasscodeLockIn {
  card: string;
  number: number;
}

export interface PasscodeDieOrientation {
  top: number;
  front: number;
}

export interface PasscodeLastAct {
  seat: number;
  did: "decline" | "discard" | "draw" | "fail" | "keep" | "lay_down" | "let_in" | "lock_in" | "locked_out" | "no_let_in" | "no_lock_in" | "play" | "roll" | "take" | "tie" | "turn";
  card: string | null;
  number: number | null;
  tied: readonly (number)[];
}

export interface BreakTheCodeView {
  game: string;
  seats: number;
  seat: number | null;
  to_act: readonly (number | "chance")[];
  phase: "deal" | "last" | "open" | "over" | "turn";
  scores: readonly (number)[];
  winners: readonly (number)[] | null;
  rows: readonly (readonly (string | null)[])[];
  middle: readonly (string | null)[] | null;
  turn_of: number;
  open: readonly (string)[];
  pile: number;
  asked: readonly (BreakTheCodeAskedCard)[];
  guesses: readonly (BreakTheCodeToldGuess)[];
  out: readonly (number)[];
  last_act: "ask" | "guess" | "pass" | null;
}

export interface BreakTheCodeAskedCard {
  seat: number;
  card: string;
  number: number | null;
  answers: readonly (boolean | number | readonly (string)[] | null)[];
}

export interface BreakTheCodeToldGuess {
  seat: number;
  tiles: readonly (string)[] | null;
  correct: boolean;
}

export interface BreakTheCodeSheetData {
  count: number;
  tiles: Record<string, readonly (string)[]>;
}

export interface LobbyView {
  game: string;
  seats: number;
  seat: number | null;
  to_act: readonly (number | "chance")[];
  phase: string;
  scores: readonly (number)[];
  winners: readonly (number)[] | null;
  chosen: string;
  title: string;
  choices: readonly (LobbyChoice)[];
  needs: string;
  players: readonly (LobbyPlayer)[];
  known: readonly (string)[];
  first: boolean;
  settled: boolean;
  clock: string;
  after: boolean;
  pace: "normal" | "quick" | "slow";
  last: string;
}

export interface LobbyChoice {
  name: string;
  value: unknown;
}

export interface LobbyPlayer {
  seat: number;
  name: string;
  joined: boolean;
  level: string | null;
  fixed: boolean;
  helps: readonly ("count" | "hint" | "sheet" | "worth")[];
  phone: boolean;
}

export type Prompt = Choose | Fill | Write | Dial | Menu | ChancePrompt;

export type Sheet = DigitCodeSheetData | BreakTheCodeSheetData;
