/** The bar with the move comes over the lower edge of the window, and may not hide what it speaks of. */

/** Scroll what `bar` would cover of the board out from below it; where both are too high for the window, the place that
 *  was touched. */
export function movedOut(bar: HTMLElement, board: HTMLElement, place: Element | undefined): void {
  const above = bar.getBoundingClientRect();
  const all = board.getBoundingClientRect();
  if (!above.height) return;
  const wanted = all.height + above.height <= window.innerHeight ? all : (place?.getBoundingClientRect() ?? all);
  const over = wanted.bottom - above.top;
  if (over > 1 && over <= wanted.top) window.scrollBy({ top: over, behavior: "instant" });
}
