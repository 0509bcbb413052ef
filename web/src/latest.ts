/** Work whose result counts only while no later work has begun. */

export type Task = (fresh: () => boolean) => Promise<void>;

/** A function that runs tasks. A task asks `fresh()` whether it is still the last one; `failed` hears what the last one
 *  throws, and nobody what an earlier one throws. */
export function latestOf(failed: (problem: unknown) => void): (task: Task) => Promise<void> {
  let last = 0;
  return async (task) => {
    const number = ++last;
    const fresh = (): boolean => number === last;
    try {
      await task(fresh);
    } catch (problem) {
      if (fresh()) failed(problem);
    }
  };
}
