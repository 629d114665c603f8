import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dayMs, EdinetFollower, hourMs, noon, today } from "../testing/edinet-follower.ts";
import { asksLater, standInKey } from "../testing/edinet-stand-in.ts";

let edinet: EdinetFollower;
beforeEach(async () => {
  edinet = await EdinetFollower.start();
});
afterEach(() => edinet.end());

test("on a disk that is nearly full nothing is ingested until there is room again", async () => {
  edinet.list(today, ["S1000001"]);
  edinet.serve("S1000001");
  edinet.freeBytes = 400_000_000;
  await edinet.pass(hourMs);
  expect(edinet.downloads()).toEqual([]);
  expect(await edinet.record("edinet")).toMatchObject({ state: "waiting", reason: "failed" });
  edinet.freeBytes = 1e9;
  await edinet.pass(20 * 60_000);
  expect(edinet.published()).toEqual(["S1000001"]);
});

describe("an outage", () => {
  test("of any length is waited out: nothing is set aside, and everything is there afterwards", async () => {
    edinet.list(today, ["S1000001", "S1000002"]);
    edinet.serve("S1000001", "S1000002", "S1000003");
    while (edinet.published().length === 0) await edinet.watch.step();
    edinet.standIn.isDown = true;
    await edinet.pass(2 * dayMs);
    expect(await edinet.record("edinet")).toMatchObject({ state: "waiting", reason: "unreachable" });
    expect((await edinet.sink.records.documentTotals()).map(({ state }) => state)).not.toContain("set_aside");
    edinet.standIn.isDown = false;
    edinet.list("2026-06-21", ["S1000003"]);
    await edinet.pass(20 * 60_000);
    expect(edinet.published()).toEqual(["S1000001", "S1000002", "S1000003"]);
    expect(await edinet.record("edinet")).toMatchObject({ state: "done", reason: null, dueAtMs: null });
  });

  test("is asked about less and less, ten minutes apart in the end", async () => {
    await edinet.pass(60_000);
    edinet.standIn.isDown = true;
    await edinet.pass(6 * hourMs);
    const failures = edinet.events.filter((event) => event.startsWith("waiting for EDINET"));
    expect(failures.length).toBeGreaterThan(25);
    expect(failures.length).toBeLessThan(40);
  });

  test("a refused key is told, asked about every hour, and a new one goes on where the old one ended", async () => {
    edinet.list(today, ["S1000001"]);
    edinet.serve("S1000001");
    edinet.standIn.key = "another";
    await edinet.pass(dayMs);
    const source = await edinet.record("edinet");
    expect(source).toMatchObject({ state: "waiting", reason: "key_refused" });
    expect(source.message).toContain("HIRAKU_EDINET_KEY");
    expect(edinet.asked("documents.json").length).toBeLessThan(40);
    edinet.standIn.key = standInKey;
    await edinet.restart();
    await edinet.pass(60_000);
    expect(edinet.published()).toEqual(["S1000001"]);
  });

  test.each([429, 503])("a pause that EDINET asks for with %i is kept to, over a restart too", async (status) => {
    await edinet.pass(60_000);
    for (let time = 0; time < 2; time++) edinet.standIn.next.push(asksLater(status, "7200"));
    await edinet.pass(10 * 60_000);
    const before = edinet.standIn.requests.length;
    await edinet.restart();
    await edinet.pass(hourMs);
    expect(edinet.standIn.requests).toHaveLength(before);
    expect(await edinet.record("edinet")).toMatchObject({ reason: "busy" });
    await edinet.pass(2 * hourMs);
    expect(edinet.standIn.requests.length).toBeGreaterThan(before);
  });
});

test("with a clock that is wrong nothing is wanted and nothing is set aside, until it is right", async () => {
  edinet.list(today, ["S1000001"]);
  edinet.serve("S1000001");
  let [rightMs, wrongMs] = [noon, Date.parse("2031-01-01T00:00:00+09:00")];
  edinet.nowMs = wrongMs;
  edinet.standIn.now = () => rightMs + (edinet.nowMs - wrongMs);
  await edinet.pass(2 * hourMs);
  expect(await edinet.record("edinet")).toMatchObject({ reason: "clock_wrong", detail: null });
  expect(await edinet.sink.records.lists()).toEqual([]);
  rightMs = wrongMs = edinet.nowMs = noon + 2 * hourMs;
  await edinet.pass(hourMs);
  expect(edinet.published()).toEqual(["S1000001"]);
  expect((await edinet.sink.records.lists()).map(({ day }) => day)).toEqual(["2026-06-18", "2026-06-19", today]);
});
