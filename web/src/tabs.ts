/** Tabs by the pattern of the ARIA practices: arrow keys change them. */
import { h } from "./dom";

type Tab = [label: string, panel: HTMLElement, onToggle: (open: boolean) => void];

export interface Tabs {
  heads: HTMLElement;
  panels: HTMLElement;
  /** `focus`: whether the head of the tab gets it. */
  open(chosen: number, focus?: boolean): void;
}

export function tabs(all: Tab[], label: string): Tabs {
  const number = Math.random().toString(36).slice(2, 8);
  const heads = all.map(([label], i) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${number}-${i}`,
        "aria-controls": `panel-${number}-${i}`,
        onclick: () => open(i),
        onkeydown: (event: KeyboardEvent) => turn(event, i),
      },
      label,
    ),
  );
  const panels = all.map(([, panel], i) =>
    h(
      "div",
      {
        role: "tabpanel",
        id: `panel-${number}-${i}`,
        "aria-labelledby": `tab-${number}-${i}`,
        tabindex: "0",
      },
      panel,
    ),
  );

  function open(chosen: number, focus = false): void {
    all.forEach(([, , onToggle], i) => {
      const on = i === chosen;
      heads[i]?.setAttribute("aria-selected", String(on));
      heads[i]?.setAttribute("tabindex", on ? "0" : "-1");
      if (panels[i]) panels[i].hidden = !on;
      onToggle(on);
    });
    if (focus) heads[chosen]?.focus({ preventScroll: true });
  }

  function turn(event: KeyboardEvent, i: number): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    open((i + step + all.length) % all.length, true);
  }

  open(0);
  return {
    heads: h("div", { role: "tablist", "aria-label": label }, ...heads),
    panels: h("div", { class: "tabs" }, ...panels),
    open,
  };
}
