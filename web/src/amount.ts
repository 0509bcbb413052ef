/** How many to take, and from which heaps: what is chosen on a board of heaps. It knows no rules: the server says from
 *  which heaps together how many may be taken at most. */
import type { Take } from "./api";

export interface Amount {
  component: number;
  heaps: number[];
  count: number;
  most: number;
}

/** What is meant when `count` (null: no number yet) is touched in `heap` of a component after `before`. */
export function aim(
  takes: Take[],
  before: Amount | null,
  component: number,
  heap: number,
  count: number | null,
): Amount | null {
  const here = before?.component === component ? before : null;
  const within = here?.heaps.includes(heap) ? here.heaps : null;
  // A heap beside those that are chosen joins them where the rules have such a move; a bar that is chosen is left again.
  let wanted = within ?? (here ? [...here.heaps, heap].sort((a, b) => a - b) : [heap]);
  if (within && count === null && within.length > 1) wanted = within.filter((each) => each !== heap);
  return amount(takes, component, wanted, count ?? here?.count ?? 1) ?? amount(takes, component, [heap], count ?? 1);
}

/** So many from these heaps, as near as it can be. */
export function amount(takes: Take[], component: number, heaps: number[], count: number): Amount | null {
  const found = takes.find((take) => take.component === component && String(take.heaps) === String(heaps));
  if (!found) return null;
  const most = Number(found.most);
  return { component, heaps, count: Math.max(1, Math.min(most, count)), most };
}
