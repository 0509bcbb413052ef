/** The fourth stop: what may be the rule? Each kind of game has its own workshop. */
import { blocksStop } from "./conjecture/blocks";
import { columnsStop } from "./conjecture/columns";
import { pairsStop } from "./conjecture/pairs";
import { valuesStop } from "./conjecture/values";
import type { Shown } from "./api";
import { button, h } from "./dom";
import { kindOf, notes } from "./notebook";
import type { Place, Stop } from "./stop";
import { t } from "./text";

export function conjectureStop(): Stop {
  const element = h("div", { class: "panel conjecture" });
  let place: Place | null = null;
  let visible = false;
  let shown = "";

  function paint(): void {
    if (!place || !visible) return;
    const { start } = place;
    if (shown === start.position && element.childElementCount) return;
    shown = start.position;
    const open = (): void => element.replaceChildren(...workshop(start));
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
    h("h2", {}, t("Conjecture")),
    h("p", {}, t("Play a game to its end first: then you have something to guess about.")),
    h("p", {}, button(t("Open the workshop now"), open, { class: "soft" })),
  ];
}

function workshop(start: Shown): Node[] {
  const [first] = start.components;
  if (first && start.workshop === "pairs") return pairsStop(first.game);
  if (first && start.workshop === "blocks") return blocksStop(first);
  if (first && start.workshop === "values") return valuesStop(first.game);
  return start.workshop === "columns" ? columnsStop(start) : anything(start);
}

/** Where the pupil's own words are kept, by game. */
const STORE = "sprague.conjecture.";

function anything(start: Shown): Node[] {
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
  return [
    h("h2", {}, t("Conjecture")),
    h(
      "p",
      {},
      t(
        "Write down what the lost positions that you have seen have in common. Is there a rule that tells the next one?",
      ),
    ),
    h("label", { class: "field" }, h("span", {}, t("My conjecture")), words),
    h("p", { class: "quiet" }, t("Kept on this device.")),
  ];
}
