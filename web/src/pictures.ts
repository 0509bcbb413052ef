/** Figures beside the answer, as the server makes them: lines of sight, the parts of a board, the values of rows. */
import { Refusal, server, type Figures, type Shown } from "./api";
import { chart, type Series } from "./chart";
import { inJars } from "./chooser";
import { code, h } from "./dom";
import { t, tn } from "./text";

/** So many parts of a board have a line each. */
const LISTED = 12;

type Tint = (classes: Map<string, string>) => void;

export async function pictures(place: HTMLElement, shown: Shown, tint: Tint, signal: AbortSignal): Promise<void> {
  const classes = new Map<string, string>();
  try {
    const { sights, boards, rows } = await server.figures(shown.position, signal);
    place.append(
      ...sights.map((figure) => sight(figure, shown)),
      ...boards.map((figure) => regions(figure, classes)),
      ...rows.map(values),
    );
  } catch (problem) {
    if (signal.aborted) return;
    if (!(problem instanceof Refusal)) throw problem;
  }
  tint(classes);
}

/** The lost pairs in the plane, the position, and its lines of sight. */
function sight({ component, here, ends, lost, hits }: Figures["sights"][number], shown: Shown): HTMLElement {
  const jars = inJars(shown.components[component]);
  const series: Series[] = [
    { words: t("lines of sight"), kind: "sight", points: [], segments: ends.map((end) => [...here, ...end]) },
    { words: t("P-pairs"), kind: "dots", points: lost },
    { words: t("P-pairs in sight: the winning moves"), kind: "hits", points: hits },
    { words: t("this position"), kind: "here", points: [here] },
  ];
  const words = hits.length
    ? tn(
        "{count} P-pair is in sight: going there wins.",
        "{count} P-pairs are in sight: going to one wins.",
        hits.length,
      )
    : t("No P-pair is in sight: this is one itself.");
  const [across, up] = jars ? [t("first jar"), t("second jar")] : [t("first heap"), t("second heap")];
  return h(
    "section",
    {},
    h("h2", {}, ends.length === 3 ? t("The P-pairs and three lines of sight") : t("The P-pairs and lines of sight")),
    chart({ series, across, up, label: words, square: true }),
    h("p", { class: "quiet" }, words),
  );
}

/** The values of the rows or heaps of a game, with those on the table marked. */
function values({ game, values, here }: Figures["rows"][number]): HTMLElement {
  const cells = values.map((value, n) =>
    h(
      "li",
      { class: here.includes(n) ? "here" : "" },
      h("span", { class: "quiet" }, String(n)),
      h("b", {}, `*${value}`),
    ),
  );
  return h(
    "section",
    {},
    h("h2", {}, t("Values of the rows and heaps")),
    h("p", {}, code(game)),
    h("ol", { class: "values", tabindex: "0", "aria-label": t("Values of the rows and heaps") }, ...cells),
  );
}

/** The parts into which a board falls: what touches no other is a game of its own, and their values add up. */
function regions({ component, regions }: Figures["boards"][number], classes: Map<string, string>): HTMLElement {
  regions.forEach(({ names }, i) => names.forEach((name) => classes.set(`${component} ${name}`, `region-${i % 5}`)));
  const rows = regions
    .slice(0, LISTED)
    .map(({ names, value }, i) =>
      h(
        "li",
        {},
        h("span", { class: `swatch region-${i % 5}` }),
        " ",
        tn("{count} cell", "{count} cells", names.length),
        ": ",
        code(value === null ? "?" : `*${value}`),
      ),
    );
  return h(
    "section",
    {},
    h("h2", {}, t("The board falls into regions")),
    h("p", {}, t("A domino touches one region only, so each is a game of its own.")),
    h("ul", { class: "regions" }, ...rows),
  );
}
