/** Making elements. Texts go in as text, never as markup. */
import { phrases } from "./phrases";

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

function fit<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An HTML element; attributes that begin with "on" are listeners. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fit(document.createElement(name), attributes, children.flatMap(breaking));
}

/** A text with the places where its lines may break. */
function breaking(child: Child): Child[] {
  if (typeof child !== "string") return [child];
  return phrases(child).flatMap((piece, i) => (i ? [document.createElement("wbr"), piece] : [piece]));
}

/** An SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fit(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/** What a keyboard can stand on. */
const CONTROLS = "button, a, input, select, summary";

/** Put these in place of what an element holds; a focus that was in it stays at the same place in the order. */
export function refill(element: HTMLElement, ...children: (Node | string)[]): void {
  const at = [...element.querySelectorAll(CONTROLS)].indexOf(document.activeElement ?? element);
  element.replaceChildren(...children);
  const all = [...element.querySelectorAll<HTMLElement>(CONTROLS)];
  if (at >= 0) [...all.slice(at), ...all].find((each) => !each.matches(":disabled"))?.focus({ preventScroll: true });
}

/** A push button. */
export function button(label: Child, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

/** A form, and what happens when it is sent. */
export function formOf(onsent: () => void, attributes: Attributes, ...children: Child[]): HTMLFormElement {
  const onsubmit = (event: Event): void => {
    event.preventDefault();
    onsent();
  };
  return h("form", { ...attributes, onsubmit }, ...children);
}

/** A text of the notation: a code that no language changes. */
export function code(text: string): HTMLElement {
  return h("code", { translate: "no" }, text);
}

/** A drop-down list with its label. */
export function select(
  label: string,
  options: [value: string, words: string][],
  value: string,
  onchange: (value: string) => void,
): HTMLLabelElement {
  const list = h("select", { onchange: () => onchange(list.value) });
  for (const [key, words] of options) list.append(h("option", { value: key }, words));
  list.value = value;
  return h("label", { class: "field" }, h("span", {}, label), list);
}

/** A file for the reader to keep. */
export function download(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
