/** What the server takes and answers. Made by web/page_types.py from its OpenAPI document: npm run types. */

/** The object of `sprague solve --json`. Where the time of a request ended before the value was known, `value_at_least` bounds it and `cut` says so. In misère play there are `genus` and `quotient_element` where they are known; in games with cycles `remoteness` and `drawing_moves`, and a value may be a text. */
export interface Answer {
  position: string;
  outcome: "N" | "P" | "D";
  value: number | string | null;
  components: Valued[];
  winning_moves: WinningMove[];
  winning_moves_total: number | string | null;
  reason: string;
  evidence: Evidence;
  value_at_least?: number | null;
  cut?: string | null;
  genus?: string | null;
  quotient_element?: string | null;
  remoteness?: number | null;
  drawing_moves?: WinningMove[] | null;
}

/** What a teacher says of a move; `kept` is null where there was no win to keep, or nobody can say. */
export interface Comment {
  kept: boolean | null;
  sentence: string;
}

/** One summand of a position; `title` is the game's name for people, null where its word is the only one. */
export interface Component {
  position: string;
  game: string;
  title: string | null;
  rule: string;
  drawing: Drawing;
}

/** A picture, in units of its own. */
export interface Drawing {
  width: number;
  height: number;
  summary: string;
  shapes: Shape[];
}

/** How an answer is known. */
export interface Evidence {
  kind: "theorem" | "computed" | "periodic";
  source: string;
}

/** A game: how it is written, what people call it, its rule and source, an example with its pictures. */
export interface Game {
  name: string;
  title: string | null;
  aliases: string[];
  rule: string;
  source: string;
  example: string;
  drawings: Drawing[];
}

/** Every game. */
export interface Games {
  games: Game[];
}

/** The server is up. */
export interface Health {
  status: "ok";
  version: string;
}

/** Hints in steps, each saying more. */
export interface Hint {
  steps: HintStep[];
}

/** A player asks for help. */
export interface HintBody {
  text: string;
  lang?: string | null;
}

/** One step of a hint; that of kind "move" has the move that is meant. */
export interface HintStep {
  kind: "verdict" | "count" | "where" | "move" | "reason" | "over" | "unknown";
  sentence: string;
  move: Move | null;
}

/** The tags of the languages, and the one that suits who asks. */
export interface Languages {
  languages: string[];
  chosen: string;
}

/** A move that was made, and the position after it. */
export interface Made {
  to: string;
  move: string;
  component: number;
  marks: string[];
  position: Shown;
}

/** A move: the position it leaves, the sentence, the component that is played in and the shapes of its drawing that are touched. */
export interface Move {
  to: string;
  move: string;
  component: number;
  marks: string[];
}

/** A move: a number to take, the position it leaves, or its words in any of the languages. */
export interface MoveBody {
  text: string;
  to: string;
  lang?: string | null;
}

/** P-positions of a game, by size. */
export interface PPositions {
  game: string;
  positions: ((number | string)[])[];
}

/** What went wrong, and where in the text. */
export interface Problem {
  message: string;
  where: string | null;
}

/** The body of every error. */
export interface Refusal {
  error: Problem;
}

/** The computer's move; `why` is null where the reason is for the player to find out. */
export interface Reply {
  to: string;
  move: string;
  component: number;
  marks: string[];
  position: Shown;
  kind: "wins" | "slip" | "random" | "unknown" | "longest" | "complicated" | "draws";
  why: string | null;
}

/** One shape of a drawing; a move names the shapes that it touches. */
export interface Shape {
  kind: "circle" | "rect" | "line" | "text";
  x: number;
  y: number;
  w: number;
  h: number;
  role: string;
  name: string;
  text: string;
}

/** A position to show. `moves_total` is null for infinitely many, `outcome` where it would take more than a moment. */
export interface Shown {
  position: string;
  components: Component[];
  component_count: number;
  moves: Move[];
  moves_total: number | string | null;
  over: boolean;
  outcome: "N" | "P" | "D" | null;
}

/** A position to solve. */
export interface SolveBody {
  text: string;
  limit?: number;
  lang?: string | null;
}

/** The sentences of a language: English -> translation, or its plural forms; `plurals`: which form for each count. */
export interface Texts {
  language: string;
  texts: Record<string, string | string[]>;
  plurals: number[];
}

/** What happened in a turn: the player's move, what a teacher says of it, the computer's reply. `won`: whether the player has won, null while the game goes on, and where it is `drawn`. */
export interface Turn {
  made: Made | null;
  comment: Comment | null;
  reply: Reply | null;
  won: boolean | null;
  drawn?: boolean;
}

/** A turn against the computer from the position `text`: the player's `move`, as in `/api/move`, then the computer's reply; without a move the computer's alone. The same `seed` gives the same reply. */
export interface TurnBody {
  text: string;
  move?: string | null;
  level?: "perfect" | "slips" | "random" | "teacher";
  seed?: number;
  lang?: string | null;
}

/** A component with its Grundy value, null where it was not needed. */
export interface Valued {
  position: string;
  value: number | string | null;
}

/** Grundy values of heaps `start`, `start` + 1, … */
export interface Values {
  game: string;
  start: number;
  values: number[];
}

/** A winning move in words, and the position that it leaves. */
export interface WinningMove {
  move: string;
  to: string;
}

export interface Gets {
  "/api/games": { query: { lang?: string | null }; answer: Games };
  "/api/languages": { query: { lang?: string | null }; answer: Languages };
  "/api/p-positions": { query: { game: string; count?: number; lang?: string | null }; answer: PPositions };
  "/api/position": { query: { text: string; lang?: string | null }; answer: Shown };
  "/api/texts": { query: { lang?: string | null }; answer: Texts };
  "/api/values": { query: { game: string; to?: string; lang?: string | null }; answer: Values };
  "/healthz": { query: {  }; answer: Health };
}

export interface Posts {
  "/api/hint": { body: HintBody; answer: Hint };
  "/api/move": { body: MoveBody; answer: Made };
  "/api/solve": { body: SolveBody; answer: Answer };
  "/api/turn": { body: TurnBody; answer: Turn };
}
