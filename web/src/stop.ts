/** What the stops of a journey have in common. */
import type { Shown } from "./api";
import type { Game } from "./game";

/** What every stop is shown: the position on the board, the game, and its end. */
export interface Place {
  shown: Shown;
  /** What the game began with. */
  start: Shown;
  game: Game;
  won: 0 | 1 | null;
}

export interface Stop {
  element: HTMLElement;
  show(place: Place): void;
  open(open: boolean): void;
}
