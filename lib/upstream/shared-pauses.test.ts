import { expect, onTestFinished, test } from "vitest";
import { listPauses, notePause } from "../store/key-pauses.ts";
import { openTestStore } from "../store/testing/test-store.ts";
import { KeyStates } from "./key-state.ts";
import { followSharedPauses, readPauses } from "./shared-pauses.ts";

test("a pause that one web app is asked for is written for the others, the longer one stays, and what passed goes", async () => {
  const store = openTestStore();
  const keys = new KeyStates();
  onTestFinished(followSharedPauses(store, keys));
  const now = Date.now();
  keys.pause("told", "all", { untilMs: now + 60_000, code: "rate_limited" }, now);
  keys.pause("told", "all", { untilMs: now + 10_000, code: "shorter" }, now);
  await expect.poll(() => listPauses(store, now)).toMatchObject([{ until_at: now + 60_000, code: "rate_limited" }]);
  await notePause(store, { key_id: "b", scope: "paid", until_at: now + 90_000, code: "c", noted_at: now + 70_000 });
  expect((await listPauses(store, 0)).map((each) => each.key_id)).toEqual(["b"]);
});

test("what another web app was asked for is kept to here, each kind for itself", async () => {
  const store = openTestStore();
  const keys = new KeyStates();
  const now = Date.now();
  const row = { until_at: now + 60_000, code: "rate_limited", noted_at: now };
  await notePause(store, { ...row, key_id: "free and paid", scope: "all" });
  await notePause(store, { ...row, key_id: "paid alone", scope: "paid" });
  expect(keys.pauseFor("free and paid", "free", now)).toBeUndefined();
  await readPauses(store, keys);
  expect(keys.pauseFor("free and paid", "free", now)).toMatchObject({ untilMs: now + 60_000, code: "rate_limited" });
  expect(keys.pauseFor("paid alone", "paid", now)?.untilMs).toBe(now + 60_000);
  expect(keys.pauseFor("paid alone", "free", now)).toBeUndefined();
  expect(keys.pauseFor("free and paid", "free", now + 60_000)).toBeUndefined();
});

test("a running web app reads them by itself", async () => {
  const store = openTestStore();
  const keys = new KeyStates();
  onTestFinished(followSharedPauses(store, keys));
  const now = Date.now();
  await notePause(store, { key_id: "elsewhere", scope: "all", until_at: now + 60_000, code: "c", noted_at: now });
  await expect.poll(() => keys.pauseFor("elsewhere", "free", now)?.code).toBe("c");
});
