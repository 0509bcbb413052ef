/** The bar with the move comes over the lower edge of the window, and may not hide what it speaks of. */

/** Scroll the first of `wanted` that fits into the window above `bar` out from below it. */
export function movedOut(bar: HTMLElement, wanted: Element[]): void {
  const above = bar.getBoundingClientRect();
  if (!above.height) return;
  const found = wanted
    .map((each) => each.getBoundingClientRect())
    .find(({ height }) => height + above.height <= window.innerHeight);
  const over = found ? Math.ceil(found.bottom - above.top) : 0;
  if (found && over > 0 && over <= found.top) window.scrollBy({ top: over, behavior: "instant" });
}
