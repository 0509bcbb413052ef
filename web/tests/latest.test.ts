import { expect, test } from "vitest";
import { latestOf } from "../src/latest";

test("the failure of work that later work overtook is not heard", async () => {
  const heard: unknown[] = [];
  const work = latestOf((problem) => heard.push(problem));
  let fail: (reason: string) => void = () => undefined;
  let stillFresh = true;
  const early = work(async (fresh) => {
    await new Promise((_, reject) => (fail = reject)).finally(() => (stillFresh = fresh()));
  });
  await work(() => Promise.reject(new Error("late")));
  fail("early");
  await early;
  expect(stillFresh).toBe(false);
  expect(heard).toEqual([new Error("late")]);
});
