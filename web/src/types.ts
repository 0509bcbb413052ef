/** What the server takes and answers. Made by web/page_types.py from its OpenAPI document: npm run types. */

/** What a moment's thought finds of a position; the fields are null where it is out of reach. */
export interface Analysis {
  outcome: "N" | "P" | "D" | null;
  value: number | string | null;
  reason: string | null;
  source: string | null;
  verdicts: Verdict[];
}

/** The object of `sprague solve --json`, and the evidence as a sentence. A request always asks for the winning moves, so here they are never null. Where the time of a request ended before the value was known, `value_at_least` bounds it and `cut` says so. In misère play there are `genus` and `quotient_element` where they are known; in games with cycles `remoteness` and `drawing_moves`, and a value may be a text. */
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

/** A position as a picture. */
export interface Board {
  position: string;
  components: Component[];
  takes: Take[];
}

/** A class opens a grid for the lost positions of a game. A position of the game names it. */
export interface ClassBody {
  text: string;
  lang?: string | null;
}

/** The grid of a class: its code, its game, how many lost positions it holds, and those beyond the ones that were asked to be left out. Of mirror images there is one. `devices` says how far each has come, and not which it is. */
export interface ClassGrid {
  code: string;
  game: string;
  total: number;
  positions: string[];
  devices: Reached[];
}

/** What a teacher says of a move; `kept` is null where there was no win to keep, or nobody can say. */
export interface Comment {
  kept: boolean | null;
  sentence: string;
}

/** One summand of a position; `title` is the game's name for people, null where its word is the only one; `skin` is how the game is drawn. */
export interface Component {
  position: string;
  game: string;
  title: string | null;
  rule: string;
  skin: "" | "jars" | "coins" | "skittles" | "dots" | "strip" | "dominoes" | "chocolate" | "stones" | "bush" | "cables" | "pads" | "boxes";
  drawing: Drawing;
  sizes: (number | string)[];
}

/** A game in which to look for patterns. */
export interface DiscoverBody {
  game: string;
  lang?: string | null;
}

/** What was found in a game. `rows` begin its table: of `kind` values one row, of pairs the P-positions, of cells and cubes a square of values. `certificate` is a file for `sprague check`, `code` a function in Python for the first pattern. */
export interface Discovery {
  game: string;
  title: string | null;
  rule: string;
  status: "proved" | "observed" | "refuted" | "none";
  kind: "values" | "pairs" | "cells" | "cubes";
  rows: ((number | string)[])[];
  found: string[];
  statements: Stated[];
  certificate: string | null;
  code: string | null;
}

/** Whether the computer agrees to a draw, and what it says. */
export interface Draw {
  agreed: boolean;
  sentence: string;
}

/** The player to move offers a draw, in a game with cycles. */
export interface DrawBody {
  text: string;
  lang?: string | null;
}

/** A picture, in units of its own. */
export interface Drawing {
  width: number;
  height: number;
  summary: string;
  shapes: Shape[];
}

/** How an answer is known: `source` in English, `sentence` in the language of the request. */
export interface Evidence {
  kind: "theorem" | "computed" | "periodic" | "observed";
  source: string;
  sentence: string;
}

/** A position of a worksheet, and its answer: some of the winning moves, their number, the reason. */
export interface Exercise {
  position: string;
  components: Component[];
  misere: boolean;
  outcome: "N" | "P" | "D";
  wins: string[];
  wins_total: number | string | null;
  reason: string;
}

/** The pictures beside the answer. */
export interface Figures {
  sights: Sight[];
  boards: Regions[];
  rows: Row[];
}

/** Lost positions that a device has found, for the grid of that code, and how far it has come. */
export interface FoundBody {
  code: string;
  reached?: ReachedBody | null;
  positions: string[];
  lang?: string | null;
}

/** A game: how it is written, what people call it, its chapter, its rule and source, an example with its pictures; `second`: whoever begins there has lost, so that a player lets the computer begin. */
export interface Game {
  name: string;
  chapter: string;
  title: string | null;
  aliases: string[];
  rule: string;
  source: string;
  example: string;
  second: boolean;
  drawings: Drawing[];
}

/** Every game, the ladders of those that are learnt step by step, what the home begins with, and a sum to show how one is written. */
export interface Games {
  opening: Rung;
  sum: string;
  games: Game[];
  ladders: Ladder[];
}

/** A guess about the traps of a game, by its number in `/api/shelves`: every position for which it holds is a `trap`, or none is. With `exactly` the opposite is true of all other positions. */
export interface GuessBody {
  game: string;
  number: number;
  trap?: boolean;
  exactly?: boolean;
  lang?: string | null;
}

/** The server is up. */
export interface Health {
  status: "ok";
  version: string;
}

/** Grundy values of two heaps: `values[a][b]`. */
export interface Heat {
  values: number[][];
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

/** One step of a hint; that of kind "move" has the move that is meant, that of kind "smaller" the position. */
export interface HintStep {
  kind: "verdict" | "count" | "smaller" | "where" | "move" | "reason" | "over" | "unknown";
  sentence: string;
  move: Move | null;
  position: string | null;
}

/** Whether a guess is right, for each small position, shelf by shelf; null where it says nothing. `broken`: whether the first one on which it is wrong is a trap; null where it is wrong on none. */
export interface Judged {
  right: (boolean | null)[];
  broken: boolean | null;
}

/** A game as it is learnt: its world, the positions to begin with, from the easiest, and the picture of one of them. */
export interface Ladder {
  game: string;
  world: "heaps" | "rows" | "boards" | "graphs";
  title: string | null;
  rule: string;
  rungs: Rung[];
  components: Component[];
  takes: Take[];
}

/** The tags of the languages, and the one that suits who asks. */
export interface Languages {
  languages: string[];
  chosen: string;
}

/** A move that was made, and the position after it. `stays`: for each component that it leaves in place of the one that was played in, the name of each shape -> its name in the picture before; null where all keep their names. */
export interface Made {
  to: string;
  move: string;
  component: number;
  marks: string[];
  at: string;
  ways: Way[];
  stays: (Record<string, string> | null)[];
  position: Shown;
}

/** A mirror of a board, in words, with every move and its partner. */
export interface Mirror {
  words: string;
  pairs: MovePair[];
}

/** The mirrors of a board; none where it has none. */
export interface Mirrors {
  mirrors: Mirror[];
}

/** A move: the position it leaves, the sentence, the component that is played in and the shapes of its drawing that go. `at` is the shape that stands for the move when it alone is touched, "" where there is none; `ways` are all ways to make it on the board, this one first, where there are several. */
export interface Move {
  to: string;
  move: string;
  component: number;
  marks: string[];
  at: string;
  ways: Way[];
}

/** A move: a number to take, the position it leaves, or its words in any of the languages; or `take`. */
export interface MoveBody {
  text: string;
  to?: string;
  way?: number;
  take?: TakeBody | null;
  lang?: string | null;
}

/** A move and its partner in a mirror, each by the shapes that it touches and the one that stands for it; `clear`: whether the partner can be made after the move. */
export interface MovePair {
  marks: string[];
  at: string;
  partner: string[];
  partner_at: string;
  clear: boolean;
}

/** P-positions of a game, by size. */
export interface PPositions {
  game: string;
  positions: ((number | string)[])[];
}

/** Whether it wins to move always to the partner of one's place. `first`: whether the rule is for the player to move. `walk`: positions up to one where the rule says no move; none where it holds. */
export interface Partner {
  first: boolean;
  holds: boolean;
  walk: Board[];
}

/** Pairs of places of a picture, by the names of their shapes. */
export interface PartnerBody {
  text: string;
  pairs: string[][];
  lang?: string | null;
}

/** What went wrong, and where in the text. */
export interface Problem {
  message: string;
  where: string | null;
}

/** Why a position is won or lost: the steps, the theorem that stands behind them, and on what the answer rests; null where there is none, or where the answer is out of reach. `reason`: only where whoever is to move has lost. `trap`: a lost position with few moves, to be attacked by hand; null where none is near. */
export interface Proof {
  trap: string | null;
  steps: string[];
  behind: string | null;
  outcome: "N" | "P" | "D" | null;
  reason: string | null;
  kind: "theorem" | "computed" | "periodic" | "observed" | null;
  source: string | null;
}

/** How far a device has come: the rungs that it has won, and the last stop of the journey that it has opened. */
export interface Reached {
  rung: number;
  stop: number;
}

/** How far a device has come in the class's game: a number that only this device knows, the rungs that it has won, and the last stop of the journey that it has opened (0 is the board). */
export interface ReachedBody {
  device: number;
  rung: number;
  stop: number;
}

/** The body of every error. */
export interface Refusal {
  error: Problem;
}

/** A part of a board: the names of its shapes, and its value, null where it is not known. */
export interface Region {
  names: string[];
  value: number | null;
}

/** The parts of a board, no move of which touches another. */
export interface Regions {
  component: number;
  regions: Region[];
}

/** The computer's move; `why` is null where the reason is for the player to find out. */
export interface Reply {
  to: string;
  move: string;
  component: number;
  marks: string[];
  at: string;
  ways: Way[];
  stays: (Record<string, string> | null)[];
  position: Shown;
  kind: "wins" | "slip" | "random" | "unknown" | "longest" | "complicated" | "draws";
  why: string | null;
}

/** A game looked at after its end: the outcome before each move and at the end (null where nobody can say), the loser's last move from a position that could be won (`turning`), a move that would have won there, a sentence. */
export interface Review {
  outcomes: ("N" | "P" | "D" | null)[];
  turning: number | null;
  better: Move | null;
  sentence: string;
}

/** A finished game: its first position, and its moves, each as in `/api/move`. */
export interface ReviewBody {
  text: string;
  moves: string[];
  lang?: string | null;
}

/** The values of heaps from 0 on, and the heaps that stand on the table. */
export interface Row {
  game: string;
  values: number[];
  here: number[];
}

/** A position to begin with, the computer's level there, whether the computer begins, and what to look for. */
export interface Rung {
  position: string;
  level: "perfect" | "slips" | "random" | "teacher";
  second: boolean;
  teaches: string | null;
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

/** A worksheet with its answers. */
export interface Sheet {
  game: string;
  title: string | null;
  rule: string;
  exercises: Exercise[];
}

/** A worksheet of a game; the same `seed` gives the same sheet. */
export interface SheetBody {
  game: string;
  count?: number;
  seed?: number;
  lang?: string | null;
}

/** Small positions of a game, shelf by shelf, and words that end "It is a trap when …". */
export interface Shelves {
  shelves: Board[][];
  guesses: string[];
}

/** A position to show. `moves_total` is null for infinitely many, `outcome` where it would take more than a moment. `takes` says all moves of a component as numbers taken from its heaps, where that can be said; `drawable` that play may go on for ever, `workshop` how pupils may look for the rule. */
export interface Shown {
  position: string;
  components: Component[];
  component_count: number;
  misere: boolean;
  drawable: boolean;
  workshop: "" | "pairs" | "values" | "columns" | "blocks" | "mirror" | "bites" | "twigs" | "partners";
  takes: Take[];
  moves: Move[];
  moves_total: number | string | null;
  over: boolean;
  outcome: "N" | "P" | "D" | null;
}

/** Two heaps: the end of the line along which each kind of move leads from `here`, the lost pairs, and those in sight. */
export interface Sight {
  component: number;
  here: [number, number];
  ends: [number, number][];
  lost: [number, number][];
  hits: [number, number][];
}

/** A position to solve. */
export interface SolveBody {
  text: string;
  limit?: number;
  lang?: string | null;
}

/** A statement about a game, which was decided. */
export interface Stated {
  text: string;
  holds: boolean;
}

/** Moves that take the same number, any from 1 to `most`, from each of these heaps of a component, counted from 0. */
export interface Take {
  component: number;
  heaps: number[];
  most: number | string;
}

/** The same number taken from each of some heaps of a component, counted from 0. */
export interface TakeBody {
  component: number;
  heaps: number[];
  count: string;
}

/** The sentences of a language: English -> translation, or its plural forms; `plurals`: which form for each count. */
export interface Texts {
  language: string;
  texts: Record<string, string | string[]>;
  plurals: number[];
}

/** A file for Coq: a name for it, and its text. */
export interface Theorem {
  file: string;
  text: string;
}

/** A position for whose answer to write a theorem. */
export interface TheoremBody {
  text: string;
  lang?: string | null;
}

/** What happened in a turn: the player's move, what a teacher says of it, the computer's reply. `won`: whether the player has won, null while the game goes on. That a position comes back a third time is for the one to see who keeps the game. */
export interface Turn {
  made: Made | null;
  comment: Comment | null;
  reply: Reply | null;
  won: boolean | null;
}

/** A turn against the computer from the position `text`: the player's `move`, as in `/api/move`, then the computer's reply. Without a move only the computer moves. The same `seed` gives the same reply. */
export interface TurnBody {
  text: string;
  move?: string | null;
  way?: number;
  take?: TakeBody | null;
  level?: "perfect" | "slips" | "random" | "teacher";
  seed?: number;
  lang?: string | null;
}

/** Two parts of a picture to join: two twigs, by their first shapes, become one twig of this `length`; without a length two places become one. Without `one` nothing is joined. */
export interface TwigBody {
  text: string;
  one?: string;
  other?: string;
  length?: number | null;
  lang?: string | null;
}

/** A picture and its twigs, by the names of their shapes. `same`: whether it is worth what it was before; null where nothing was put together. */
export interface Twigs {
  position: string;
  components: Component[];
  takes: Take[];
  same: boolean | null;
  twigs: string[][];
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

/** A move and what it is worth: the outcome of the position that it leaves ("P": it wins) and its Grundy value, null where they are not known. Where it takes from heaps: from which, counted from 0, and how many from each. */
export interface Verdict {
  to: string;
  move: string;
  component: number;
  marks: string[];
  at: string;
  ways: Way[];
  leaves: "N" | "P" | "D" | null;
  value: number | string | null;
  heaps: number[];
  count: number | string;
}

/** One way to make a move on the board: the shapes that go, the one that stands for it alone when it is touched ("" where it takes more touches to say), and the sentence. */
export interface Way {
  marks: string[];
  at: string;
  move: string;
}

/** A winning move in words, and the position that it leaves. */
export interface WinningMove {
  move: string;
  to: string;
}

export interface Gets {
  "/api/class": { query: { code: string; since?: number; lang?: string | null }; answer: ClassGrid };
  "/api/games": { query: { lang?: string | null }; answer: Games };
  "/api/heat": { query: { text: string; to?: number; lang?: string | null }; answer: Heat };
  "/api/languages": { query: { lang?: string | null }; answer: Languages };
  "/api/p-positions": { query: { game: string; count?: number; lang?: string | null }; answer: PPositions };
  "/api/position": { query: { text: string; game?: string; lang?: string | null }; answer: Shown };
  "/api/shelves": { query: { game: string; lang?: string | null }; answer: Shelves };
  "/api/texts": { query: { lang?: string | null }; answer: Texts };
  "/api/values": { query: { game: string; to?: string; lang?: string | null }; answer: Values };
  "/healthz": { query: {  }; answer: Health };
}

export interface Posts {
  "/api/analysis": { body: HintBody; answer: Analysis };
  "/api/class": { body: ClassBody; answer: ClassGrid };
  "/api/discover": { body: DiscoverBody; answer: Discovery };
  "/api/draw": { body: DrawBody; answer: Draw };
  "/api/figures": { body: HintBody; answer: Figures };
  "/api/found": { body: FoundBody; answer: ClassGrid };
  "/api/guess": { body: GuessBody; answer: Judged };
  "/api/hint": { body: HintBody; answer: Hint };
  "/api/mirrors": { body: HintBody; answer: Mirrors };
  "/api/move": { body: MoveBody; answer: Made };
  "/api/partner": { body: PartnerBody; answer: Partner };
  "/api/proof": { body: HintBody; answer: Proof };
  "/api/review": { body: ReviewBody; answer: Review };
  "/api/sheet": { body: SheetBody; answer: Sheet };
  "/api/solve": { body: SolveBody; answer: Answer };
  "/api/theorem": { body: TheoremBody; answer: Theorem };
  "/api/turn": { body: TurnBody; answer: Turn };
  "/api/twig": { body: TwigBody; answer: Twigs };
}
