/** The page: its head, the language, and which view its address stands for. */
import { gameAddress, homeAddress, labAddress, readAddress } from "./address";
import { createAnalysis } from "./analysis";
import { Refusal, server } from "./api";
import { createHome } from "./home";
import { createLab } from "./lab";
import { button, h, s } from "./dom";
import type { Play as Played } from "./api";
import { classCode, joinClass } from "./lesson";
import { joinedBar } from "./joined";
import { begin, type Game, type Ply } from "./game";
import { createPlay, type Play } from "./play";
import { keepOffline, onEngine, startEngine, type EngineState } from "./site";
import { createPresent } from "./present";
import { replayed } from "./replay";
import { createSheet } from "./sheet";
import { language, t, use } from "./text";
import { embedded, isSite } from "./where";

const main = h("main", { id: "main" });
const head = h("header", { class: "head" });
const joined = joinedBar({ follow, fail });
const foot = h("footer", { class: "foot" });
const alarm = h("div", { class: "alarm", role: "alert" });
/** What a static copy says of its engine. */
const engine = h("p", { class: "engine" });
/** In a frame: the way to the whole page. */
const whole = h("a", { class: "whole", target: "_blank", rel: "noopener" });
let stands: EngineState | "kept" = "waiting";
let languages: string[] = ["en"];
let play: Play | null = null;

/** The language of the address: only what was chosen stands there, not what the browser asked for. */
let chosen: string | null = null;

async function speak(tag: string): Promise<void> {
  const { language: found, texts, plurals } = await server.texts(tag);
  use(found, texts, plurals);
  document.documentElement.lang = found;
}

function frame(): void {
  const home = homeAddress(chosen);
  const skip = h("a", { class: "skip", href: "#main" }, t("Skip to the content"));
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    main.querySelector<HTMLElement>("h1")?.focus();
  });
  const list = h(
    "select",
    { onchange: () => void change(list.value) },
    ...languages.map((tag) => h("option", { value: tag, lang: tag, translate: "no" }, nameOf(tag))),
  );
  list.value = language();
  head.replaceChildren(
    skip,
    h(
      "a",
      { class: "brand", href: home, onclick: (event: MouseEvent) => follow(event, home) },
      logo(),
      h("span", { translate: "no" }, "Sprague"),
    ),
    h("nav", { "aria-label": t("Main") }, link(home, t("Games")), link(labAddress(chosen), t("Lab"))),
    h("label", { class: "field language" }, h("span", { class: "unseen" }, t("Language")), list),
  );
  if (embedded()) foot.replaceChildren(whole);
  else
    foot.replaceChildren(
      h("p", {}, t("Everything is computed on your own machine; nothing is fetched from elsewhere.")),
      isSite ? engine : "",
    );
  whole.textContent = t("Open in Sprague");
  joined.paint();
  tell();
  document.title = t("Sprague: games you can win");
}

/** What stands at the foot, as things are now. */
function tell(): void {
  engine.dataset.state = stands;
  engine.textContent =
    stands === "kept"
      ? t("Kept on this device: it works without a network.")
      : stands === "ready"
        ? t("The engine is ready.")
        : stands === "failed"
          ? t("The engine has stopped; the next question loads it again.")
          : t("The engine is loading; the first boards can be played already.");
  const address = new URL(location.href);
  address.searchParams.delete("embed");
  whole.href = address.href;
}

/** Load the engine of a static copy behind the page, then keep all of it for days without a network. */
function behind(): void {
  let kept = false;
  const keep = async (): Promise<void> => {
    kept = await keepOffline().catch(() => false);
    if (kept && stands === "ready") stands = "kept";
    tell();
  };
  onEngine((state) => {
    stands = state === "ready" && kept ? "kept" : state;
    tell();
    // Its files are then in the browser's cache, so they are not fetched twice.
    if (state === "ready" && !kept) void keep();
  });
  startEngine();
}

function link(address: string, words: string): HTMLElement {
  return h("a", { href: address, onclick: (event: MouseEvent) => follow(event, address) }, words);
}

function logo(): SVGElement {
  const dots = [
    [5, 19],
    [12, 19],
    [12, 12],
    [19, 19],
    [19, 12],
  ].map(([cx, cy]) => s("circle", { cx: cx ?? 0, cy: cy ?? 0, r: 3 }));
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "logo", "aria-hidden": "true" },
    ...dots,
    s("circle", { class: "open", cx: 19, cy: 5, r: 2.2 }),
  );
}

/** The name of a language in itself, without script and country where no other here is the same language. */
function nameOf(tag: string): string {
  const bare = tag.split("-")[0] ?? tag;
  const alone = languages.filter((other) => other.split("-")[0] === bare).length === 1;
  try {
    // Browsers that have no Cantonese names have them in written Chinese.
    return (
      new Intl.DisplayNames([tag, tag.replace(/^yue\b/, "zh")], { type: "language" }).of(alone ? bare : tag) ?? tag
    );
  } catch {
    return tag;
  }
}

function follow(event: MouseEvent, address: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(address);
}

function go(address: string): void {
  history.pushState(null, "", address);
  show(null);
  window.scrollTo(0, 0);
  main.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}

function fail(problem: unknown): void {
  const words = problem instanceof Refusal ? problem.message : t("Something went wrong in this page.");
  alarm.replaceChildren(
    h("p", {}, words),
    button(t("Close"), () => alarm.replaceChildren()),
  );
  if (!(problem instanceof Refusal)) throw problem;
}

/** The address of the activity that is shown. */
function here(): string {
  return location.pathname + location.search;
}

/** Show what the address stands for; `kept` is the game as it was when the address was written, `opening` a move that is
 *  to be made at once. */
function show(kept: Game | null, opening: Played | null = null): void {
  const address = readAddress(new URL(location.href));
  alarm.replaceChildren();
  tell();
  document.documentElement.dataset.show = address.show ?? "";
  if (address.code && address.code !== classCode()) void joinClass(address.code, here()).catch(fail);
  if (address.position !== null && address.show !== null) {
    play = null;
    const app = { go, fail, lost, lang: () => chosen };
    main.replaceChildren(
      address.show === "analysis"
        ? createAnalysis(address.position, address.moves, app)
        : address.show === "class"
          ? createPresent(address.position, app)
          : createSheet(address.position, app),
    );
    return;
  }
  if (address.position === null) {
    play = null;
    main.replaceChildren(
      address.lab
        ? createLab({ go, fail, lang: () => chosen })
        : createHome({
            go,
            follow,
            fail,
            lang: () => chosen,
            begin: (address, move) => {
              history.pushState(null, "", address);
              show(null, move);
              window.scrollTo(0, 0);
            },
          }),
    );
    return;
  }
  const fresh = begin(address.position, {
    you: address.computerFirst ? 1 : 0,
    friend: address.friend,
    level: address.level,
  });
  const plies = address.moves.map(({ to, way }): Ply => ({ to, way, move: "" }));
  enter(kept ?? { ...fresh, plies, at: plies.length }, kept !== null || plies.length > 0, opening);
}

function enter(game: Game, paused: boolean, opening: Played | null = null): void {
  const entered = createPlay(
    game,
    {
      changed,
      fail,
      lost: (text, problem) => {
        if (play === entered) lost(text, problem);
      },
      go,
      lang: () => chosen,
    },
    paused,
    opening,
  );
  play = entered;
  main.replaceChildren(play.element);
}

/** Where the address names no position that can be played, it is for the reader to mend. */
function lost(text: string, problem: Refusal): void {
  play = null;
  const choose = createLab({ go, fail, lang: () => chosen }, { text, problem });
  main.replaceChildren(choose);
  if (document.activeElement === document.body) choose.querySelector("input")?.focus();
}

function changed(game: Game, push: boolean): void {
  alarm.replaceChildren();
  const address = gameAddress(game, chosen);
  if (push && address !== location.pathname + location.search) history.pushState(game, "", address);
  else history.replaceState(game, "", address);
  tell();
}

async function change(tag: string): Promise<void> {
  try {
    await speak(tag);
    chosen = language();
    frame();
    const game = play?.game();
    if (!game) {
      const url = new URL(location.href);
      url.searchParams.set("lang", chosen);
      history.replaceState(null, "", url);
      show(null);
    } else enter(await replayed(game), true);
    head.querySelector("select")?.focus();
  } catch (problem) {
    fail(problem);
  }
}

/** How long the page waits for its faces before it is shown in those of the system, in milliseconds. */
const WAIT = 1500;

/** The faces are there, or late. */
async function faces(): Promise<void> {
  const names = ['1rem "Atkinson Hyperlegible Next"', '800 1rem "Bricolage Grotesque"', '1rem "Sprague Digits"'];
  const load = Promise.all(names.map((name) => document.fonts.load(name, "A0"))).catch(() => undefined);
  await Promise.race([load, new Promise((resume) => setTimeout(resume, WAIT))]);
}

async function open(): Promise<void> {
  document.body.append(head, joined.element, alarm, main, foot);
  const wanted = readAddress(new URL(location.href)).lang;
  let unknown: Refusal | null = null;
  const refused = (problem: unknown): void => {
    if (!(problem instanceof Refusal)) throw problem;
    unknown = problem;
  };
  const [known] = await Promise.all([
    server.languages(),
    wanted === null ? undefined : speak(wanted).catch(refused),
    faces(),
  ]);
  languages = known.languages;
  if (wanted === null || unknown) await speak(known.chosen);
  else chosen = language();
  frame();
  const code = classCode();
  if (code)
    void joinClass(code).catch((problem) => {
      // A grid that is forgotten is no fault of the page.
      if (!(problem instanceof Refusal)) fail(problem);
    });
  show(history.state as Game | null);
  if (unknown) fail(unknown);
}

async function back(game: Game | null): Promise<void> {
  const wanted = readAddress(new URL(location.href)).lang;
  if (!wanted || wanted === language()) return show(game);
  await speak(wanted);
  chosen = language();
  frame();
  show(game && (await replayed(game)));
}

window.addEventListener("popstate", (event) => void back(event.state as Game | null).catch(fail));
if (new URL(location.href).searchParams.get("embed") === "1") document.documentElement.dataset.embed = "";
void open()
  .catch(fail)
  .then(() => {
    if (isSite) behind();
  });
