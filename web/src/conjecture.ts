/** The fourth stop: what may be the rule? Each kind of game has its own workshop. */
import { bitesStop } from "./conjecture/bites";
import { blocksStop } from "./conjecture/blocks";
import { columnsStop } from "./conjecture/columns";
import { mirrorStop } from "./conjecture/mirror";
import { pairsStop } from "./conjecture/pairs";
import { partnersStop } from "./conjecture/partners";
import { ruleMaker } from "./conjecture/rule";
import { twigsStop } from "./conjecture/twigs";
import { valuesStop } from "./conjecture/values";
import type { Shown } from "./api";
import { button, h } from "./dom";
import { kindOf, notes } from "./notebook";
import type { Place, Stop } from "./stop";
import { t } from "./text";

/** `play` begins a game at a position. */
export function conjectureStop(play: (position: string) => void): Stop {
  const element = h("div", { class: "panel conjecture" });
  let place: Place | null = null;
  let visible = false;
  let shown = "";

  function paint(): void {
    if (!place || !visible) return;
    const { start } = place;
    if (shown === start.position && element.childElementCount) return;
    shown = start.position;
    const open = (): void => element.replaceChildren(...workshop(start, play));
    if (tells(start)) element.replaceChildren(...closed(open));
    else open();
  }

  return {
    element,
    show: (next) => {
      place = next;
      paint();
    },
    open: (now) => {
      visible = now;
      if (now) shown = "";
      paint();
    },
  };
}

/** Whether the workshop of this game would tell how it is to be looked at before one was played to its end. */
function tells(start: Shown): boolean {
  if (start.workshop === "" || start.workshop === "pairs") return false;
  return !notes(kindOf(start.position)).some(({ won }) => won !== null);
}

/** A workshop that opens after a game, or for who asks. */
function closed(open: () => void): Node[] {
  return [
    h("h2", {}, t("My rule")),
    h("p", {}, t("Play a game to its end first: then you have something to guess about.")),
    h("p", {}, button(t("Open the workshop now"), open, { class: "soft" })),
  ];
}

/** The instrument of the kind of game, a rule to make and to test, and the pupil's own words. */
function workshop(start: Shown, play: (position: string) => void): Node[] {
  const [first] = start.components;
  if (first && start.workshop === "pairs") return pairsStop(first.game);
  const rule = first && !start.misere ? ruleMaker(first.game, play) : "";
  // Of rows, what two of them make comes before what each is worth.
  const parts = start.workshop === "values" ? [rule, ...instrument(start)] : [...instrument(start), rule];
  return [h("div", { class: "bench" }, ...parts, ownWords(start))];
}

function instrument(start: Shown): Node[] {
  const [first] = start.components;
  if (!first) return [];
  switch (start.workshop) {
    case "blocks":
      return blocksStop(first);
    case "values":
      return valuesStop(first.game);
    case "columns":
      return columnsStop(start);
    case "mirror":
      return mirrorStop(start);
    case "bites":
      return bitesStop(start);
    case "twigs":
      return twigsStop(start);
    case "partners":
      return partnersStop(start);
    default:
      return [];
  }
}

/** Where the pupil's own words are kept, by game. */
const STORE = "sprague.conjecture.";

function ownWords(start: Shown): HTMLElement {
  const name = STORE + kindOf(start.position);
  const words = h("textarea", {
    rows: 4,
    maxlength: 2000,
    oninput: () => {
      try {
        localStorage.setItem(name, words.value);
      } catch {
        // A browser that keeps nothing: the words last as long as the page.
      }
    },
  });
  try {
    words.value = localStorage.getItem(name) ?? "";
  } catch {
    // Nothing was kept.
  }
  return h(
    "details",
    { class: "own-words", open: words.value !== "" },
    h("summary", {}, t("My rule in my own words")),
    h("label", { class: "field" }, h("span", {}, t("What do all traps have in common?")), words),
    h("p", { class: "quiet" }, t("Kept on this device.")),
  );
}
