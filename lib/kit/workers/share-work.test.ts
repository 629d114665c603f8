import { expect, test } from "vitest";
import { shareWork } from "./share-work.ts";

const never = new AbortController().signal;

function controlled() {
  let finish: (value: number) => void = () => {};
  let runs = 0;
  let stopped = false;
  const work = (signal: AbortSignal) => {
    runs++;
    signal.addEventListener("abort", () => {
      stopped = true;
    });
    return new Promise<number>((resolve) => {
      finish = resolve;
    });
  };
  return { work, finish: (value: number) => finish(value), runs: () => runs, stopped: () => stopped };
}

test("callers during the work get the result of the same run", async () => {
  const share = shareWork<number>();
  const each = controlled();
  const both = [share("a", never, each.work), share("a", never, each.work)];
  each.finish(7);
  expect(await Promise.all(both)).toEqual([7, 7]);
  expect(each.runs()).toBe(1);
});

test("a caller that gives up does not affect the others; the work stops with the last", async () => {
  const share = shareWork<number>();
  const each = controlled();
  const [first, second] = [new AbortController(), new AbortController()];
  const waits = [share("a", first.signal, each.work), share("a", second.signal, each.work)];
  const settled = Promise.allSettled(waits);
  first.abort(new Error("gone"));
  await expect(waits[0]).rejects.toThrow("gone");
  expect(each.stopped()).toBe(false);
  second.abort(new Error("gone too"));
  await settled;
  expect(each.stopped()).toBe(true);
  const again = share("a", never, each.work);
  expect(each.runs()).toBe(2);
  each.finish(1);
  await again;
});

test("a failure is reported to all who wait, and the next call tries again", async () => {
  const share = shareWork<number>();
  await expect(share("a", never, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await share("a", never, async () => 2)).toBe(2);
});
