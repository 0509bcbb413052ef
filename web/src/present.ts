/** The board before a class: as large as the wall, two teams, answers hidden until they are pressed, and the link with
 *  which every device opens the same activity. */
import { playAddress, showAddress } from "./address";
import { Refusal, server, type Analysis, type Ladder, type Shown, type Play as Played } from "./api";
import { createBoard } from "./board";
import { classPositions, collectStop } from "./collect";
import { conjectureStop } from "./conjecture";
import { button, h } from "./dom";
import { latestOf } from "./latest";
import { begin, goTo, played, position, toMove, type Game } from "./game";
import { invite } from "./invite";
import { collect } from "./notebook";
import { ladders, startOf } from "./ladder";
import { proveStop } from "./prove";
import { reviewStop } from "./review";
import { rungOf } from "./rung";
import { classGrid, onClass, openClass, type ClassGrid } from "./lesson";
import { moved, opened, step } from "./scene";
import type { Place, Stop } from "./stop";
import { tabs } from "./tabs";
import { between, sentence, t, tn } from "./text";
import { title } from "./titles";
import { isSite } from "./where";
import { winningMoves, worth } from "./winning";

interface App {
  go(address: string): void;
  fail(problem: unknown): void;
  lang(): string | null;
  lost(text: string, problem: Refusal): void;
}

const STORE = "sprague.teams";
/** The game before the class, its score, and who began, kept as long as the window: a worksheet in between, another
 *  language or a reload lose nothing. */
const UNDER_WAY = "sprague.present";

interface UnderWay {
  text: string;
  game: Game;
  first: 0 | 1;
  score: [number, number];
}

export function createPresent(text: string, app: App): HTMLElement {
  const before = underWay(text);
  let game: Game = before?.game ?? begin(text, { you: 0, friend: true, level: "perfect" });
  /** Which team begins, and the games that each has won. */
  let first: 0 | 1 = before?.first ?? 0;
  let score: [number, number] = before?.score ?? [0, 0];
  let base: Shown | null = null;
  let shown: Shown | null = null;
  /** What the class has found. Each part is made anew only for something else: one may be using another. */
  const found = h("section", { class: "found" });
  const opening = h("section", {});
  const inviting = h("div", {});
  let painted = "";
  let invited = "";

  const heading = h("h1", { tabindex: "-1" });
  const rule = h("p", { class: "rule" });
  const turn = h("p", { class: "turn", role: "status" });
  const tools = h("div", { class: "tools" });
  const answers = h("div", { class: "answers", "aria-live": "polite" });
  const names = [team(0), team(1)] as const;
  const board = createBoard({ onPlay: (what) => void make(what), onText: (words) => void make(words) }, tools, {
    largest: 110,
    share: 0.5,
  });
  // Nothing is seen before everything stands where it stays.
  const element = h("div", { class: "present", "aria-busy": "true" });
  const beside = h(
    "div",
    { class: "beside" },
    answers,
    order(),
    // A static copy has no server on which devices could meet.
    isSite ? "" : opening,
    inviting,
    h(
      "section",
      {},
      button(t("Make a worksheet"), () => app.go(`${showAddress("sheet", game.start, app.lang())}&from=class`)),
    ),
  );
  const nothing = (): void => undefined;
  const stops: [string, Stop][] = [
    [t("Play"), { element: beside, show: nothing, open: nothing }],
    [
      t("Why?"),
      reviewStop({
        goTo: (at) => {
          enter(goTo(game, at));
          side.open(0, true);
        },
        look: (at) => enter(goTo(game, at)),
        light: (moves) => board.light(moves),
        tint: (classes) => board.tint(classes),
        play: (to) => void make(to),
        who: (player) => names[(player ^ first) as 0 | 1].name(),
        begin: (position) => enter(begin(position, game)),
      }),
    ],
    [
      t("Collect"),
      isSite
        ? collectStop((position) => enter(begin(position, game)))
        : { element: found, show: nothing, open: nothing },
    ],
    [t("My rule"), conjectureStop((position) => enter(begin(position, game)))],
    [t("Prove"), proveStop({ go: app.go, lang: app.lang })],
  ];
  const side = tabs(
    stops.map(([label, stop], i) => [
      label,
      stop.element,
      (open) => {
        if (open) element.dataset.stop = String(i);
        stop.open(open);
      },
    ]),
    t("Stops of the journey"),
  );
  element.append(
    h("div", { class: "top" }, heading, h("div", { class: "teams" }, names[0].element, names[1].element)),
    side.heads,
    rule,
    turn,
    board.element,
    h("aside", { "aria-label": t("For the class") }, side.panels),
  );
  const stop = onClass(() => (element.isConnected ? paintAside() : stop()));

  function team(number: 0 | 1): { element: HTMLElement; paint(on: boolean): void; name(): string } {
    const own = number === 0 ? t("Team A") : t("Team B");
    const input = h("input", {
      type: "text",
      value: kept()[number] ?? own,
      maxlength: 20,
      "aria-label": t("Name of {team}", { team: own }),
      translate: "no",
    });
    const won = h("output", {}, "0");
    input.addEventListener("input", () => {
      store([names[0].name(), names[1].name()]);
      paint();
    });
    const element = h("div", { class: `team team-${number}` }, input, won);
    return {
      element,
      paint: (on) => {
        element.classList.toggle("on", on);
        won.textContent = String(score[number]);
        won.setAttribute("aria-label", t("{count} games won", { count: score[number] }));
      },
      name: () => input.value.trim() || own,
    };
  }

  function mover(): 0 | 1 {
    return (toMove(game) ^ first) as 0 | 1;
  }

  const work = latestOf((problem) => {
    if (problem instanceof Refusal && !shown) app.lost(text, problem);
    else app.fail(problem);
  });

  function enter(next: Game): void {
    game = next;
    void work(async (fresh) => {
      const found = await server.position(position(game));
      if (!fresh()) return;
      if (game.at === 0) {
        base = found;
        game = { ...game, start: found.position };
      } else if (!base) base = await server.position(game.start);
      if (!fresh()) return;
      shown = found;
      paint();
    });
  }

  async function make(what: string | Played): Promise<void> {
    await work(async (fresh) => {
      const made = await server.move(position(game), what);
      if (!fresh()) return;
      const by = mover();
      game = played(game, { to: made.to, move: made.move, step: step(made) });
      shown = made.position;
      // In normal play who made the last move has won.
      if (shown.over) score[shown.misere ? (by === 0 ? 1 : 0) : by] += 1;
      paint();
    });
  }

  function paint(): void {
    if (!shown || !base) return;
    const now = shown;
    let scene = opened(base);
    game.plies.slice(0, game.at).forEach((ply, i) => {
      if (ply.step) scene = moved(scene, ply.step, ((i % 2) ^ first) as 0 | 1);
    });
    heading.replaceChildren(title(base));
    rule.textContent =
      (base.components[0]?.rule ?? "") +
      between() +
      (now.misere ? t("Misère play: whoever makes the last move loses.") : t("Whoever cannot move has lost."));
    const team = names[mover()];
    turn.textContent = now.over
      ? t("{team} wins!", { team: names[now.misere ? mover() : ((mover() ^ 1) as 0 | 1)].name() })
      : t("{team} is to move.", { team: team.name() });
    turn.className = `turn team-${now.over && !now.misere ? mover() ^ 1 : mover()}${now.over ? " end" : ""}`;
    names.forEach((each, i) => each.paint(!now.over && i === mover()));
    board.show(now, scene, true);
    const again = (): void => {
      first = first === 0 ? 1 : 0;
      enter(begin(game.start, game));
    };
    if (now.over) board.rest(button(t("Play again, the other team begins"), again, { class: "primary" }));
    tools.replaceChildren(
      button(
        t("Undo"),
        () => {
          if (now.over) score[now.misere ? mover() : ((mover() ^ 1) as 0 | 1)] -= 1;
          enter(goTo(game, game.at - 1));
        },
        { disabled: game.at === 0 },
      ),
      button(t("Restart"), () => enter(begin(game.start, game))),
      button(t("The other team begins"), again),
      button(
        t("New score"),
        () => {
          score = [0, 0];
          paint();
        },
        { disabled: score[0] + score[1] === 0 },
      ),
      button(
        t("Whole screen"),
        () =>
          void (document.fullscreenElement
            ? document.exitFullscreen()
            : document.documentElement.requestFullscreen?.().catch(() => undefined)),
      ),
      button(t("Leave the presentation"), () => app.go(playAddress(game.start, { lang: app.lang() }))),
    );
    remember({ text, game, first, score });
    hide();
    paintAside();
    const place: Place = { shown: now, start: base, game, won: winner(now) };
    for (const [, each] of stops) each.show(place);
  }

  /** Who has won: the player, not the team. */
  function winner(now: Shown): 0 | 1 | null {
    if (!now.over) return null;
    return now.misere ? toMove(game) : ((toMove(game) ^ 1) as 0 | 1);
  }

  /** The answers, each behind a button of its own; they are hidden again with every move. */
  function hide(): void {
    const place = h("dl", { class: "told" });
    let known: Promise<Analysis> | null = null;
    const here = position(game);
    const reveal = (label: string, tell: (found: Analysis) => Node | string): HTMLButtonElement => {
      let told: HTMLElement | null = null;
      return button(
        label,
        () =>
          void (async () => {
            try {
              const found = await (known ??= server.analysis(here));
              if (position(game) !== here || !place.isConnected) return;
              if (!told) place.append((told = h("div", {}, h("dt", {}, label), h("dd", {}, tell(found)))));
              answers.scrollIntoView({ block: "nearest" });
            } catch (problem) {
              known = null;
              app.fail(problem);
            }
          })(),
        { class: "soft" },
      );
    };
    board.judge([]);
    if (shown?.over) return answers.replaceChildren();
    answers.replaceChildren(
      h(
        "div",
        { class: "tools" },
        reveal(t("Who can win?"), ({ outcome }) =>
          outcome === "N"
            ? t("Whoever is to move can win from here.")
            : outcome === "P"
              ? t("Whoever is to move is lost if the other side makes no mistake.")
              : outcome === "D"
                ? t("Neither side can force the end: a draw.")
                : t("Who wins here is out of reach."),
        ),
        reveal(t("Which moves win?"), ({ verdicts }) => {
          return winningMoves(
            verdicts.filter(({ leaves }) => leaves === "P"),
            board,
          );
        }),
        reveal(t("The value?"), ({ value, outcome }) =>
          value === null && outcome !== null ? t("Not computed: it is not needed to know who wins.") : worth(value),
        ),
        reveal(t("Why?"), ({ reason }) => sentence(reason ?? t("not known"))),
        button(t("Hide the answers"), () => hide()),
      ),
      place,
    );
  }

  function paintAside(): void {
    const grid = classGrid();
    const same = grid !== null && grid.game === base?.components[0]?.game;
    void ladders()
      .then((all) => {
        const rung = rungOf(all, game.start)?.ladder.rungs.find(({ position }) => position === game.start);
        const address = playAddress(game.start, {
          level: rung?.level ?? "perfect",
          computerFirst: rung?.second ?? base?.outcome === "P",
          lang: app.lang(),
          ...(same ? { code: grid.code } : {}),
        });
        if (address !== invited) inviting.replaceChildren(invite(address));
        invited = address;
        const key = same ? `${grid.code} ${grid.positions.length} ${JSON.stringify(grid.devices)}` : "none";
        if (key !== painted) {
          // On this device the workshop is the class's: it begins with what they have found.
          if (same) collect(grid.positions);
          const ladder = all.find((each) => each.game === grid?.game);
          found.replaceChildren(...(same ? told(grid, ladder, address) : none()));
          opening.replaceChildren(...(same ? counts(grid) : none()));
        }
        painted = key;
      })
      .catch(app.fail)
      .finally(() => {
        if (!element.hasAttribute("aria-busy")) return;
        element.removeAttribute("aria-busy");
        // What is hidden takes no focus: it comes now.
        if (document.activeElement === document.body) heading.focus({ preventScroll: true });
      });
  }

  /** How much the class has found, and how many devices are in it. */
  function counts(grid: ClassGrid): Node[] {
    const count = (class_: string, number: number, words: string): HTMLElement =>
      h("p", { class: class_ }, h("b", {}, String(number)), " ", words);
    return [
      h(
        "div",
        { class: "counts" },
        count(
          "positions",
          grid.positions.length,
          tn("lost position found", "lost positions found", grid.positions.length),
        ),
        count("devices", grid.devices.length, tn("device here", "devices here", grid.devices.length)),
      ),
    ];
  }

  function told(grid: ClassGrid, ladder: Ladder | undefined, address: string): Node[] {
    const { devices } = grid;
    const rungs = ladder?.rungs ?? [];
    const at = (rung: number): number => devices.filter((device) => device.rung === rung).length;
    const came = (stop: number): number => devices.filter((device) => device.stop === stop).length;
    return [
      // Until something is found, the wall says how to come in.
      h("div", { class: "wall" }, classPositions(base as Shown, grid.positions, invite(address))),
      h(
        "div",
        { class: "come" },
        ...counts(grid),
        h("h2", {}, t("The last rung that each device has won")),
        bars(
          [t("none yet"), ...rungs.map((rung, i) => (ladder && startOf(rung, ladder)) ?? String(i + 1))].map(
            (label, i): [string, number] => [label, at(i)],
          ),
        ),
        h("h2", {}, t("How far each device has come")),
        bars(stops.map(([label], i): [string, number] => [label, came(i)])),
      ),
    ];
  }

  function none(): Node[] {
    return [
      h("h2", {}, t("What the class has found")),
      h(
        "p",
        { class: "quiet" },
        t(
          "Every device that opens the link adds the lost positions that it finds. Names stay on the devices; the grid is forgotten after some hours.",
        ),
      ),
      button(
        t("Open a class grid"),
        () => void openClass(game.start, showAddress("class", game.start, app.lang())).catch(app.fail),
        { class: "primary" },
      ),
    ];
  }

  /** What the teacher does, one after the other. */
  function order(): HTMLElement {
    const steps = [
      isSite ? "" : t("Open a class grid. Its code is then in the link."),
      t("Let every device open the link: the code can be made as large as the wall."),
      t("Two teams play on this board. The framed name is to move; after a game the other team begins."),
      t("Let the class guess before you show an answer: first who can win, last why."),
      isSite ? "" : t("Then all play on their own devices. The lost positions that they find appear under Collect."),
      t("At the end hand out the worksheet. Its answers are on a sheet of their own."),
    ];
    return h(
      "details",
      { class: "order" },
      h("summary", {}, t("A lesson, step by step")),
      h("ol", {}, ...steps.filter(Boolean).map((step) => h("li", {}, step))),
    );
  }

  enter(game);
  return element;
}

/** A bar for each row, with its number in words for who does not see it. */
function bars(rows: [string, number][]): HTMLElement {
  const most = Math.max(1, ...rows.map(([, count]) => count));
  return h(
    "ul",
    { class: "bars" },
    ...rows.map(([label, count]) => {
      const bar = h("span", { class: "bar", "aria-hidden": "true" });
      bar.style.setProperty("--share", String(count / most));
      return h("li", {}, h("span", { class: "of", translate: "no" }, label), bar, h("b", {}, String(count)));
    }),
  );
}

function underWay(text: string): UnderWay | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(UNDER_WAY) ?? "null") as UnderWay | null;
    return found && (found.text === text || found.game.start === text) ? found : null;
  } catch {
    return null;
  }
}

function remember(now: UnderWay): void {
  try {
    sessionStorage.setItem(UNDER_WAY, JSON.stringify(now));
  } catch {
    // A browser that keeps nothing.
  }
}

function kept(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(found) ? found.filter((each): each is string => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function store(names: string[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(names));
  } catch {
    // A browser that keeps nothing.
  }
}
