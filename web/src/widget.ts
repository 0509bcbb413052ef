/** The board in a notebook cell (anywidget). The game is kept in Python: what is done here is sent there, and the
 *  state that comes back is shown. */
import type { Shown, Play } from "./api";
import { createBoard } from "./board";
import style from "./board.css?inline";
import { button, code, h, select } from "./dom";
import { opened } from "./scene";
import { t, use } from "./text";

interface State {
  shown: Shown;
  open: boolean;
  news: string[];
  /** The moves, as the positions they leave, that a hint lights up. */
  lit: string[];
  level: string;
  levels: string[];
}

interface Words {
  language: string;
  texts: Record<string, string | string[]>;
  plurals: number[];
}

interface Model {
  get(name: "state"): State;
  get(name: "words"): Words;
  /** The class of the pictures for a notebook without this board. */
  get(name: "hidden"): string;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  send(message: Record<string, unknown>): void;
}

// Inside .sprague, so that the notebook's own buttons stay as they are.
const NESTED = `.sprague{${style}}`;

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const words = model.get("words");
  use(words.language, words.texts, words.plurals);
  const levels: Record<string, string> = {
    perfect: t("Perfect"),
    slips: t("Slips one time in four"),
    random: t("Random"),
    teacher: t("Teacher"),
  };
  const ask = (what: string, more: Record<string, unknown> = {}): void => model.send({ do: what, ...more });
  const state = model.get("state");
  const tools = h(
    "div",
    { class: "tools" },
    button(t("Hint"), () => ask("hint")),
    button(t("Undo"), () => ask("undo")),
    button(t("Redo"), () => ask("redo")),
    button(t("Swap sides"), () => ask("swap")),
    button(t("Restart"), () => ask("new")),
    select(
      t("Level"),
      state.levels.map((level): [string, string] => [level, levels[level] ?? level]),
      state.level,
      (level) => ask("level", { level }),
    ),
  );
  const board = createBoard(
    {
      onPlay: (what: Play) => ask("move", "take" in what ? { take: what.take } : { to: what.to }),
      onText: (to: string) => ask("move", { to }),
    },
    tools,
  );
  const title = h("p", {});
  const news = h("div", { role: "status" });

  function show(): void {
    const { shown, open, news: sentences, lit } = model.get("state");
    title.replaceChildren(code(shown.position));
    news.replaceChildren(...sentences.map((sentence) => h("p", {}, sentence)));
    if (before !== shown.position || was !== open) board.show(shown, opened(shown), open);
    [before, was] = [shown.position, open];
    board.light(shown.moves.filter((move) => lit.includes(move.to)));
  }

  let before = "";
  let was = false;
  // Twice .sprague: the colours are set on the inner one.
  el.replaceChildren(
    h("style", {}, `${NESTED}.${model.get("hidden")}{display:none}`),
    h("div", { class: "sprague" }, h("div", { class: "sprague", lang: words.language }, title, news, board.element)),
  );
  show();
  model.on("change:state", show);
  return () => model.off("change:state", show);
}

export default { render };
