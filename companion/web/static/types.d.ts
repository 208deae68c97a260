// The types that the modules of the pages share. For the checker alone: no page loads this.

import type { Move, Prompt } from "./records";

export * from "./records";
export type Dial = Extract<Prompt, { kind: "dial" }>;
export type Sign = import("./records").Symbol;

/** The fields that every view has. */
export interface View {
  game: string;
  seats: number;
  seat: number | null;
  to_act: readonly (number | "chance" | string)[];
  phase: string;
  scores: readonly number[];
  winners: readonly number[] | null;
}

/** What a board is drawn from: a view, and the names of the game's seats. The data of a seat have more. */
export interface Shown<V> {
  view: V;
  names: readonly string[];
  /** At which place somebody else points while a move is made. */
  pointed?: { seat: number; place: Move } | null;
  /** The seats that the machine plays for somebody. */
  handed_over?: readonly number[];
  /** In the lobby: what is said of those whose phones are away. */
  absent?: Record<string, string>;
}

/** What a seat is called. */
export type Name = (seat: number | string) => string;

/** What is half entered, or what a board keeps from one question to the next. Each board has its own keys. */
export type Draft = Record<string, any>;

/** What a board makes its buttons and moves with, where somebody plays at it. */
export interface Ui {
  prompt: Prompt | null;
  menu: Prompt | null;
  sheet: import("./records").Sheet | null;
  /** How the machine plays at each level. */
  levels: Record<string, string>;
  draft: Draft;
  memory: Draft;
  /** What is pencilled, by the place it stands at, where somebody may write on the board; `on`: a tap writes. */
  pencil?: { on: boolean; marks: Record<string, string[]>; write(place: string, marks: string[]): void };
  /** `key`: by which the button is known from one drawing to the next. `act` gets the button that was pressed. `why`: it can be
   * pressed though it is disabled, and `act` tells why it does nothing. */
  button(key: string, attributes: Attributes & { pressed?: boolean | null; disabled?: boolean; label?: string | null; why?: string }, act: (button: HTMLElement) => void, ...children: (Node | string)[]): HTMLElement;
  set(change: Draft): void;
  remember(change: Draft): void;
  send(move: Move, to?: string): void;
  /** Tell at once why a tap did nothing. */
  refuse(why: string): void;
}

export type Attributes = { className?: string } & Record<string, string | number | boolean | null | undefined>;

/** What a move is made with: see touch/panel.js and touch/view.js. */
export interface Part {
  pad: Node[];
  hint: string;
  label?: string;
  ready?: { move: Move; text: string } | null;
  undo?: Draft | null;
  /** The place that was tapped, as a move that may lack fields: the others see a finger there. */
  point?: Move | null;
  open?: boolean;
  values?: any[];
}

/** What a board draws. `head`: the state of play in a line, and who does what. */
export interface Board extends Partial<Part> {
  head: [string, string];
  main: Node[];
  side: Node[];
  own?: Node[];
}

/** A board. It is a pure function: the same arguments give equal nodes, and nothing is kept or listened to. Without `ui` nobody plays. */
export type Draw<V> = (shown: Shown<V>, ui: Ui | null) => Board;
