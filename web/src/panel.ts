/** Beside the board the moves so far; in a sheet over it how it is played, and how it is kept and shared. */
import { Refusal } from "./api";
import { showAddress, wholeAddress } from "./address";
import { button, code, download, formOf, h, refill, select } from "./dom";
import { LEVELS, read, write, type Game } from "./game";
import { hasSound, setSound } from "./sound";
import { between, t, plain } from "./text";

interface Handlers {
  goTo(at: number): void;
  change(settings: Partial<Pick<Game, "friend" | "level">>): void;
  restart(you: 0 | 1): void;
  load(game: Game): void;
  /** Begin at another position of this game, or at any. */
  start(text: string): void;
  /** Look at the game on the analysis board. */
  analyse(): void;
  go(address: string): void;
  fail(problem: unknown): void;
}

export interface Panel {
  /** The moves so far. */
  element: HTMLElement;
  /** Everything else, which a button opens. */
  sheet: HTMLDialogElement;
  /** `actions` are what may be done with the game now; `position` is where it stands, in the notation. */
  show(game: Game, who: (player: 0 | 1) => string, position: string, actions: HTMLButtonElement[]): void;
}

export function gamePanel(handlers: Handlers): Panel {
  const element = h("div", { class: "panel" });
  // On a phone the list would push the page about at every move.
  let unfolded = matchMedia("(min-width: 60rem)").matches;
  const acting = h("div", { class: "tools" });
  const how = h("div", {});
  const place = h("p", { class: "place" });
  const shared = h("div", {});
  const sheet = h(
    "dialog",
    {
      class: "over",
      "aria-labelledby": "more",
      onclick: (event: MouseEvent) => {
        // Beside the sheet, or on what goes on with the game: then the game is to be seen.
        if (event.target === sheet || acting.contains(event.target as Node)) sheet.close();
      },
    },
    h(
      "div",
      { class: "panel" },
      h(
        "div",
        { class: "tools" },
        h("h2", { id: "more" }, t("More")),
        button("×", () => sheet.close(), { "aria-label": t("Close"), class: "clear" }),
      ),
      acting,
      how,
      another(),
      shared,
      h("section", {}, h("h2", {}, t("In the notation")), place),
    ),
  );

  function show(game: Game, who: (player: 0 | 1) => string, position: string, actions: HTMLButtonElement[]): void {
    refill(element, moves(game, who));
    refill(acting, ...actions);
    refill(how, settings(game));
    place.replaceChildren(
      code(position),
      position === "*0" ? h("span", { class: "quiet" }, between(), t("(nothing is left)")) : "",
    );
    refill(shared, sharing(game));
  }

  function settings(game: Game): HTMLElement {
    const words = {
      perfect: t("Perfect"),
      slips: t("Slips one time in four"),
      random: t("Random"),
      teacher: t("Teacher"),
    };
    const against = select(
      t("Against"),
      [
        ["computer", t("The computer")],
        ["person", t("A second person")],
      ],
      game.friend ? "person" : "computer",
      (value) => handlers.change({ friend: value === "person" }),
    );
    if (game.friend) return h("div", { class: "settings" }, against);
    return h(
      "div",
      { class: "settings" },
      against,
      select(
        t("Level"),
        LEVELS.map((level) => [level, words[level]]),
        game.level,
        (value) => handlers.change({ level: LEVELS.find((level) => level === value) ?? "perfect" }),
      ),
      select(
        t("Who starts"),
        [
          ["0", t("You")],
          ["1", t("The computer")],
        ],
        String(game.you),
        (value) => handlers.restart(value === "1" ? 1 : 0),
      ),
      game.level === "teacher"
        ? h(
            "p",
            { class: "quiet" },
            t("Plays perfectly, and tells you after each of your moves whether it kept the win."),
          )
        : null,
    );
  }

  function moves(game: Game, who: (player: 0 | 1) => string): HTMLElement {
    const rows = game.plies.map((ply, i) =>
      h(
        "li",
        {},
        button(
          t("{who}: {move}", { who: who(i % 2 === 0 ? 0 : 1), move: plain(ply.move) }),
          () => handlers.goTo(i + 1),
          {
            class: i + 1 > game.at ? "later" : "",
            "aria-current": i + 1 === game.at ? "step" : undefined,
          },
        ),
      ),
    );
    const start = button(t("Start"), () => handlers.goTo(0), { "aria-current": game.at === 0 ? "step" : undefined });
    const element: HTMLDetailsElement = h(
      "details",
      { class: "played", open: unfolded, ontoggle: () => (unfolded = element.open) },
      h("summary", {}, h("h2", {}, t("Moves so far"))),
      h("p", { class: "quiet" }, t("Press one to go back to it and play on from there.")),
      start,
      h("ol", {}, ...rows),
    );
    return element;
  }

  function another(): HTMLElement {
    const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "none" });
    const sound = h("input", { type: "checkbox", onchange: () => setSound(sound.checked) });
    sound.checked = hasSound();
    return h(
      "section",
      {},
      formOf(
        () => {
          if (!input.value.trim()) return;
          sheet.close();
          handlers.start(input.value.trim());
        },
        {
          class: "given",
        },
        h("label", { class: "field" }, h("span", {}, t("Another start of this game")), input),
        h("button", { type: "submit" }, t("Begin there")),
      ),
      h("label", { class: "check" }, sound, h("span", {}, t("Sound"))),
    );
  }

  function sharing(game: Game): HTMLElement {
    const copied = h("span", { class: "quiet", role: "status" });
    const copy = async (): Promise<void> => {
      try {
        await navigator.clipboard.writeText(location.origin + wholeAddress(game, lang()));
        copied.textContent = t("Copied.");
      } catch {
        copied.textContent = t("The address bar holds the link.");
      }
    };
    const file = h("input", { type: "file", accept: ".txt,text/plain", hidden: true, onchange: () => void open(file) });
    return h(
      "section",
      { class: "sharing" },
      h("h2", {}, t("Keep and share")),
      h(
        "div",
        { class: "tools" },
        button(t("Analysis board"), handlers.analyse),
        button(t("Copy the link"), () => void copy()),
        button(t("Save the game"), () => download("sprague-game.txt", "text/plain", write(game))),
        button(t("Load a game"), () => file.click()),
        file,
      ),
      copied,
      h("h2", {}, t("For a class")),
      h(
        "div",
        { class: "tools" },
        button(t("On the big screen"), () => handlers.go(showAddress("class", game.start, lang()))),
        button(t("Worksheet"), () => handlers.go(showAddress("sheet", game.start, lang()))),
      ),
    );
  }

  function lang(): string | null {
    return new URL(location.href).searchParams.get("lang");
  }

  async function open(file: HTMLInputElement): Promise<void> {
    const text = await file.files?.[0]?.slice(0, 1_000_000).text();
    if (text === undefined) return;
    const game = read(text);
    sheet.close();
    if (game) handlers.load(game);
    else handlers.fail(new Refusal(t("This file is not a saved game."), 400));
  }

  return { element, sheet, show };
}
