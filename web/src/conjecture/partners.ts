/** Pairings of places: the pupil pairs places that are joined, and the server tests the rule "go to the partner" against
 *  every reply. Where it fails, the walk to there is shown as boards. */
import { Refusal, server, type Shape, type Shown } from "../api";
import { button, h } from "../dom";
import { boards } from "../film";
import { middle } from "../nearest";
import { between, t, tn } from "../text";
import { createStage } from "./stage";

export function partnersStop(start: Shown): Node[] {
  const [component] = start.components;
  if (!component) return [];
  const places = component.drawing.shapes.filter(({ kind, name }) => kind === "circle" && name);
  const joined = neighbours(component.drawing.shapes, places);
  const partner = new Map<string, string>();
  let held = "";
  const told = h("p", { class: "verdict", role: "status" });
  const walk = h("ol", { class: "film", "aria-label": t("A walk to where the rule breaks") });
  const stage = createStage(
    component,
    places.map(({ name }) => ({ marks: [name], at: name })),
    (number) => touch(places[number]?.name ?? ""),
  );

  function touch(name: string): void {
    walk.replaceChildren();
    const other = partner.get(name);
    if (other !== undefined) {
      partner.delete(name);
      partner.delete(other);
      held = "";
    } else if (held && held !== name && joined.get(held)?.has(name)) {
      partner.set(held, name).set(name, held);
      held = "";
    } else held = held === name ? "" : name;
    paint();
  }

  const pairs = (): [string, string][] => [...partner].filter(([a, b]) => a < b);

  function paint(): void {
    stage.join(pairs());
    if (held) stage.mark(held);
    const free = places.length - partner.size;
    told.textContent = held
      ? t("Now touch a place beside it.")
      : free
        ? tn("{count} place has no partner.", "{count} places have no partner.", free)
        : t("Every place has a partner.");
  }

  /** As many pairs as a reader makes who takes the first free neighbour each time: a beginning, not the best. */
  function some(): void {
    walk.replaceChildren();
    partner.clear();
    held = "";
    for (const { name } of places) {
      const other = partner.has(name) ? undefined : [...(joined.get(name) ?? [])].find((each) => !partner.has(each));
      if (other !== undefined) partner.set(name, other).set(other, name);
    }
    paint();
  }

  async function test(): Promise<void> {
    try {
      const found = await server.partner(start.position, pairs());
      const who = found.first
        ? t("The place of the token has a partner, so you begin, and always go to the partner.")
        : t("The place of the token has no partner, so the other side begins, and you go to the partner.");
      told.textContent = [who, found.holds ? t("It wins against every reply.") : t("Here the rule breaks:")].join(
        between(),
      );
      walk.replaceChildren(...found.walk.map((board, i) => h("li", {}, boards(board), h("b", {}, String(i + 1)))));
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      told.textContent = problem.message;
    }
  }

  paint();
  return [
    h("h2", {}, t("Pair the places")),
    h(
      "p",
      { class: "quiet" },
      t("Touch two places that are joined: they are partners. Touch one again to take the pair apart."),
    ),
    stage.element,
    h(
      "div",
      { class: "tools" },
      button(t("Try it: always go to the partner"), () => void test(), { class: "primary" }),
      button(t("Some pairs"), some, { class: "soft" }),
    ),
    told,
    walk,
  ];
}

/** The places at the two ends of each line of the picture. */
function neighbours(shapes: Shape[], places: Shape[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>(places.map(({ name }) => [name, new Set()]));
  const nearest = (x: number, y: number): string => {
    const far = places.map((place) => {
      const [u, v] = middle(place);
      return Math.hypot(u - x, v - y);
    });
    return places[far.indexOf(Math.min(...far))]?.name ?? "";
  };
  for (const { kind, x, y, w, h: down } of shapes) {
    if (kind !== "line") continue;
    const [a, b] = [nearest(x, y), nearest(x + w, y + down)];
    if (a === b) continue;
    found.get(a)?.add(b);
    found.get(b)?.add(a);
  }
  return found;
}
