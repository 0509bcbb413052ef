/** Things that are put together in twos: one is dragged onto the other, with a finger or a mouse, or both are pressed one
 *  after the other. The arrow keys go from one to the next, and Escape lets go. */

/** A pointer that has moved so far, in pixels, drags. */
const SLACK = 6;

export interface Joining {
  /** Let this button be put together with others. */
  add(thing: HTMLButtonElement): void;
}

/** `fits`: whether two may be put together; `join` puts them together; `alone`: what is pressed though it joins nothing. */
export function joining(wanted: {
  fits(one: HTMLButtonElement, other: HTMLButtonElement): boolean;
  join(one: HTMLButtonElement, other: HTMLButtonElement): void;
  /** Whether the press was used up. */
  alone?(thing: HTMLButtonElement): boolean;
}): Joining {
  const things: HTMLButtonElement[] = [];
  let held: HTMLButtonElement | null = null;

  function hold(thing: HTMLButtonElement | null): void {
    held = thing;
    for (const each of things) {
      each.setAttribute("aria-pressed", String(each === held));
      each.classList.toggle("fits", held !== null && each !== held && wanted.fits(held, each));
    }
  }

  function press(thing: HTMLButtonElement): void {
    const one = held;
    hold(null);
    if (wanted.alone?.(thing) || one === thing) return;
    if (one && wanted.fits(one, thing)) wanted.join(one, thing);
    else hold(thing);
  }

  /** The thing below a point that fits the one that is dragged. */
  function below(thing: HTMLButtonElement, x: number, y: number): HTMLButtonElement | null {
    const found = document
      .elementsFromPoint(x, y)
      .find((each) => each !== thing && things.includes(each as HTMLButtonElement));
    return found && wanted.fits(thing, found as HTMLButtonElement) ? (found as HTMLButtonElement) : null;
  }

  /** Where the arrow keys lead: the nearest that lies that way. */
  function nearest(thing: HTMLButtonElement, right: number, down: number): HTMLButtonElement | undefined {
    const middle = (each: Element): [number, number] => {
      const box = each.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(thing);
    const away = (each: Element): number => {
      const [u, v] = middle(each);
      const along = (u - x) * right + (v - y) * down;
      const beside = Math.abs((u - x) * down) + Math.abs((v - y) * right);
      return along > 1 ? along + 3 * beside : Infinity;
    };
    return things.filter((each) => away(each) < Infinity).sort((a, b) => away(a) - away(b))[0];
  }

  function add(thing: HTMLButtonElement): void {
    things.push(thing);
    thing.classList.add("joins");
    thing.setAttribute("aria-pressed", "false");
    let from: { x: number; y: number } | null = null;
    let dragged = false;

    const drop = (event: PointerEvent): void => {
      const target = dragged && event.type === "pointerup" ? below(thing, event.clientX, event.clientY) : null;
      from = null;
      thing.classList.remove("dragged");
      thing.style.translate = "";
      if (dragged) hold(null);
      if (target) wanted.join(thing, target);
    };
    thing.addEventListener("pointerdown", (event) => {
      dragged = false;
      if (event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY };
      thing.setPointerCapture(event.pointerId);
    });
    thing.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!dragged && Math.hypot(x, y) < SLACK) return;
      if (!dragged) {
        dragged = true;
        wanted.alone?.(thing);
        hold(thing);
        thing.classList.add("dragged");
      }
      thing.style.translate = `${x}px ${y}px`;
      const over = below(thing, event.clientX, event.clientY);
      for (const each of things) each.classList.toggle("over", each === over);
    });
    thing.addEventListener("pointerup", drop);
    thing.addEventListener("pointercancel", drop);
    thing.addEventListener("click", (event) => {
      // The end of a drag is no press; a press of the keyboard always is one.
      if (dragged && event.detail !== 0) dragged = false;
      else press(thing);
    });
    thing.addEventListener("keydown", (event) => {
      const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
        event.key
      ] ?? [0, 0];
      if (event.key === "Escape" && held) hold(null);
      else if (right || down) {
        event.preventDefault();
        nearest(thing, right ?? 0, down ?? 0)?.focus();
      }
    });
  }

  return { add };
}
