/** The panel beside the board: how it is played, the moves so far, keeping and sharing the game. */
import { Refusal } from "./api";
import { showAddress, wholeAddress } from "./address";
import { button, download, formOf, h, select } from "./dom";
import { LEVELS, read, write, type Game } from "./game";
import { hasSound, setSound } from "./sound";
import { t } from "./text";

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

export function gamePanel(handlers: Handlers): {
  element: HTMLElement;
  show(game: Game, who: (player: 0 | 1) => string): void;
} {
  const element = h("div", { class: "panel" });

  function show(game: Game, who: (player: 0 | 1) => string): void {
    element.replaceChildren(settings(game), moves(game, who), another(), sharing(game));
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
        button(t("{who}: {move}", { who: who(i % 2 === 0 ? 0 : 1), move: ply.move }), () => handlers.goTo(i + 1), {
          class: i + 1 > game.at ? "later" : "",
          "aria-current": i + 1 === game.at ? "step" : undefined,
        }),
      ),
    );
    const start = button(t("Start"), () => handlers.goTo(0), { "aria-current": game.at === 0 ? "step" : undefined });
    return h(
      "section",
      { class: "played" },
      h("h2", {}, t("Moves so far")),
      h("p", { class: "quiet" }, t("Press one to go back to it and play on from there.")),
      start,
      h("ol", {}, ...rows),
    );
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
          if (input.value.trim()) handlers.start(input.value.trim());
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
    if (game) handlers.load(game);
    else handlers.fail(new Refusal(t("This file is not a saved game."), 400));
  }

  return { element, show };
}
