/** The analysis board: of every position who wins, of every move whether it is good, a map of values, and a tree of moves
 *  with notes, all of which the link carries. */
import { playAddress, showAddress } from "./address";
import { Refusal, server, type Analysis, type Made, type Shown, type Verdict, type Play as Played } from "./api";
import { createBoard } from "./board";
import { button, code, h } from "./dom";
import { heatMap } from "./heat";
import { cutShort, isRefused } from "./replay";
import { moved, opened, step } from "./scene";
import { between, sentence, t, tn, plain } from "./text";
import { title } from "./titles";
import { node, read, written, type Node } from "./tree";

interface App {
  go(address: string): void;
  fail(problem: unknown): void;
  lang(): string | null;
  lost(text: string, problem: Refusal): void;
}

/** `moves` were made from there; a tree in the address counts for more. */
export function createAnalysis(text: string, moves: { to: string; way: number }[], app: App): HTMLElement {
  let root = node(text);
  /** From the root to the position on the board. */
  let path: Node[] = [root];
  let base: Shown | null = null;
  let shown: Shown | null = null;
  let asking: AbortController | null = null;
  let verdicts: Verdict[] = [];

  const heading = h("h1", { tabindex: "-1" });
  const place = h("p", { class: "place" });
  const seen = h("section", { class: "seen", "aria-live": "polite" });
  const map = h("div", { class: "map" });
  const tree = h("section", { class: "tree" });
  const tools = h("div", { class: "tools" });
  const marks = h("input", { type: "checkbox", checked: true, onchange: () => mark() });
  const note = h("textarea", { rows: 2, maxlength: 2000 });
  const copied = h("span", { class: "quiet", role: "status" });
  const board = createBoard(
    { onPlay: (what) => void make(what), onText: (words) => void make(words) },
    h(
      "div",
      { class: "help" },
      tools,
      h("label", { class: "check" }, marks, h("span", {}, t("Mark good and bad moves on the board"))),
    ),
  );
  note.addEventListener("input", () => {
    here().note = note.value;
    keep();
    paintTree();
  });
  const element = h(
    "div",
    { class: "play analysis" },
    h(
      "section",
      { class: "stage", "aria-label": t("Board") },
      h("div", { class: "title" }, heading),
      board.element,
      place,
    ),
    h(
      "aside",
      { "aria-label": t("Analysis") },
      h(
        "div",
        { class: "tabs panel" },
        seen,
        tree,
        h("label", { class: "field" }, h("span", {}, t("Note on this position")), note),
        map,
        h(
          "section",
          { class: "sharing" },
          h(
            "div",
            { class: "tools" },
            button(t("Copy the link"), () => void copy()),
            button(t("Print"), () => window.print()),
            button(t("Play from here"), () =>
              app.go(playAddress(here().to, { computerFirst: shown?.outcome === "P", lang: app.lang() })),
            ),
          ),
          copied,
        ),
      ),
    ),
  );

  function here(): Node {
    return path.at(-1) as Node;
  }

  async function begin(): Promise<void> {
    try {
      base = await server.position(text);
      const carried = read(new URL(location.href).hash.slice(1));
      root = carried?.to === text || carried?.to === base.position ? carried : node(base.position);
      root.to = base.position;
      path = [root];
      if (root !== carried) {
        for (const { to, way } of moves) {
          const next = node(to, way);
          here().children.push(next);
          path.push(next);
        }
      }
      const whole = await known(root);
      path = [root];
      for (let [next] = root.children; next && root !== carried; [next] = next.children) path.push(next);
      await enter(path);
      if (!whole) app.fail(new Refusal(cutShort(), 400));
    } catch (problem) {
      if (problem instanceof Refusal && !shown) app.lost(text, problem);
      else app.fail(problem);
    }
  }

  /** Have the words and the traces of all moves of the tree. Those that the server refuses are left out, with what comes
   *  after them; says whether there were none. */
  async function known(from: Node): Promise<boolean> {
    let whole = true;
    for (const child of [...from.children]) {
      try {
        if (!child.step) tell(child, await server.move(from.to, { to: child.to, way: child.way }));
        whole = (await known(child)) && whole;
      } catch (problem) {
        if (!isRefused(problem)) throw problem;
        from.children = from.children.filter((each) => each !== child);
        whole = false;
      }
    }
    return whole;
  }

  function tell(child: Node, made: Made): void {
    child.to = made.to;
    child.move = made.move;
    child.step = step(made);
  }

  async function make(what: string | Played): Promise<void> {
    const from = here();
    try {
      const made = await server.move(from.to, what);
      if (from !== here()) return;
      const way = typeof what !== "string" && "way" in what ? what.way : 0;
      let next = from.children.find((child) => child.to === made.to && child.way === way);
      if (!next) {
        next = node(made.to, way);
        tell(next, made);
        from.children.push(next);
      }
      await enter([...path, next], made.position);
    } catch (problem) {
      app.fail(problem);
    }
  }

  /** Look at a position of the tree. */
  async function enter(to: Node[], known: Shown | null = null): Promise<void> {
    path = to;
    const now = here();
    asking?.abort();
    const { signal } = (asking = new AbortController());
    try {
      const found = known ?? (await server.position(now.to, signal));
      if (signal.aborted) return;
      shown = found;
      verdicts = [];
      paint();
      keep();
      element.setAttribute("aria-busy", "true");
      const judgement = await server.analysis(now.to, signal);
      if (signal.aborted) return;
      verdicts = judgement.verdicts;
      mark();
      seen.replaceChildren(...said(judgement, found));
      const heated = await heatMap(
        base ?? found,
        (position) => app.go(showAddress("analysis", position, app.lang())),
        signal,
      ).catch((problem) => {
        if (problem instanceof Refusal || signal.aborted) return null;
        throw problem;
      });
      if (!signal.aborted) map.replaceChildren(heated ?? "");
    } catch (problem) {
      if (!signal.aborted) app.fail(problem);
    } finally {
      if (!signal.aborted) element.removeAttribute("aria-busy");
    }
  }

  function mark(): void {
    board.judge(marks.checked ? verdicts : []);
    element.classList.toggle("marked", marks.checked);
  }

  function paint(): void {
    if (!shown || !base) return;
    let scene = opened(base);
    path.slice(1).forEach((each, i) => {
      if (each.step) scene = moved(scene, each.step, i % 2 === 0 ? 0 : 1);
    });
    heading.replaceChildren(h("span", {}, t("Analysis:"), between()), title(base));
    place.replaceChildren(code(shown.position));
    board.show(shown, scene, true);
    if (shown.over)
      board.rest(
        h(
          "p",
          {},
          shown.outcome === "N"
            ? t("No move is left: whoever is to move has won.")
            : t("No move is left: whoever is to move has lost."),
        ),
      );
    seen.replaceChildren(h("p", { class: "quiet" }, t("Looking at every move…")));
    tools.replaceChildren(
      button(t("Start"), () => void enter([root]), { disabled: path.length < 2 }),
      button(t("One move back"), () => void enter(path.slice(0, -1)), { disabled: path.length < 2 }),
      button(t("One move on"), () => void enter([...path, ...here().children.slice(0, 1)]), {
        disabled: !here().children.length,
      }),
      button(t("Delete from here on"), () => remove(), { disabled: path.length < 2 }),
    );
    note.value = here().note;
    paintTree();
  }

  function remove(): void {
    const [gone, above] = [path.at(-1), path.at(-2)];
    if (!gone || !above) return;
    above.children = above.children.filter((child) => child !== gone);
    void enter(path.slice(0, -1));
  }

  function said(found: Analysis, now: Shown): Node_[] {
    if (found.outcome === null)
      return [h("h2", {}, t("Who is winning")), h("p", {}, t("Who wins here is out of reach."))];
    const words = now.over
      ? t("No move is left.")
      : found.outcome === "N"
        ? t("Whoever is to move can win from here.")
        : found.outcome === "D"
          ? t("Neither side can force the end: a draw.")
          : t("Whoever is to move is lost if the other side makes no mistake.");
    const wins = found.verdicts.filter(({ leaves }) => leaves === "P");
    const total = typeof now.moves_total === "number" ? now.moves_total : null;
    const rows = [...wins, ...found.verdicts.filter(({ leaves }) => leaves !== "P")].slice(0, 60).map((each) =>
      h(
        "li",
        { class: each.leaves === "P" ? "good" : each.leaves === "N" ? "bad" : "" },
        button(plain(each.move), () => void make({ to: each.to, way: 0 }), {
          onpointerenter: () => board.light([each]),
          onfocus: () => board.light([each]),
          onpointerleave: () => relight(),
          onblur: () => relight(),
        }),
        h(
          "span",
          { class: "worth" },
          `${SIGNS[each.leaves ?? "?"] ?? "?"}${each.value === null ? "" : ` *${each.value}`}`,
        ),
        h(
          "span",
          { class: "unseen" },
          each.leaves === "P"
            ? t("wins")
            : each.leaves === "N"
              ? t("loses")
              : each.leaves === "D"
                ? t("keeps the draw")
                : t("not known"),
        ),
      ),
    );
    return [
      h("h2", {}, t("Who is winning")),
      h(
        "p",
        { class: "verdict" },
        words,
        found.value === null ? "" : h("span", { class: "value" }, between(), code(`*${found.value}`)),
      ),
      h("p", {}, sentence(found.reason ?? "")),
      now.over
        ? ""
        : h(
            "p",
            { class: "quiet" },
            total === null
              ? tn("{count} winning move", "{count} winning moves", wins.length)
              : tn("{count} of {total} moves wins.", "{count} of {total} moves win.", wins.length, { total }),
          ),
      h(
        "details",
        { class: "judged", open: rows.length <= 12 },
        h("summary", {}, t("All moves, with what they leave")),
        h("ul", {}, ...rows),
      ),
    ].filter((each) => each !== "") as Node_[];
  }

  function relight(): void {
    board.light([]);
    mark();
  }

  function paintTree(): void {
    tree.replaceChildren(
      h("h2", {}, t("Tree of moves")),
      root.children.length || root.note
        ? branch(root, [root])
        : h(
            "p",
            { class: "quiet" },
            t("Make a move on the board: it is written down here. Go back and make another, and a branch grows."),
          ),
    );
  }

  function branch(from: Node, way: Node[]): HTMLElement {
    const entry = h("li", {}, leaf(from, way));
    let last = from;
    let trail = way;
    // As long as nothing branches, the moves stand below each other.
    const rows: HTMLElement[] = [entry];
    while (last.children.length === 1 && last.children[0]) {
      last = last.children[0];
      trail = [...trail, last];
      rows.push(h("li", {}, leaf(last, trail)));
    }
    rows.at(-1)?.append(...last.children.map((child) => branch(child, [...trail, child])));
    return h("ol", {}, ...rows);
  }

  function leaf(each: Node, way: Node[]): HTMLElement {
    const words =
      way.length === 1
        ? t("Start")
        : t("{number}. {move}", { number: way.length - 1, move: plain(each.move ?? each.to) });
    return h(
      "div",
      {},
      button(words, () => void enter(way), { "aria-current": each === here() ? "step" : undefined }),
      each.note ? h("p", { class: "note", translate: "no" }, each.note) : null,
    );
  }

  /** The address carries the whole tree. */
  function keep(): void {
    const url = new URL(location.href);
    url.hash = root.children.length || root.note ? written(root) : "";
    history.replaceState(null, "", url);
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      copied.textContent = t("Copied.");
    } catch {
      copied.textContent = t("The address bar holds the link.");
    }
  }

  void begin();
  return element;
}

type Node_ = globalThis.Node;

const SIGNS: Record<string, string> = { P: "✓", N: "✗", D: "=", "?": "?" };
