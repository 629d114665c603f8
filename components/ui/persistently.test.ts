import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { persistently } from "./persistently.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("code that did not come is asked for again until it does", async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new Error("the connection was interrupted")).mockResolvedValueOnce("here");
  const code = persistently(load);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await code).toBe("here");
  expect(load).toHaveBeenCalledTimes(2);
});
