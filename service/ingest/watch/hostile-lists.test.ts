import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EdinetFollower, hourMs, today } from "../testing/edinet-follower.ts";
import { sendJson } from "../testing/edinet-stand-in.ts";

/** Lists and answers that were made to do harm, or that a fault of EDINET's made. */

let edinet: EdinetFollower;
beforeEach(async () => {
  edinet = await EdinetFollower.start();
  edinet.serve("S1000001");
});
afterEach(() => edinet.end());

test("ids that are none name no file, no record and no request", async () => {
  const gone = { docTypeCode: null, withdrawalStatus: "1", legalStatus: "0" };
  const ids = ["../../etc/passwd", "S100000/", "S1000001\u0000", "S1000001/..", "edinet", `list:${today}`, "codes"];
  edinet.list(today, [
    "S1000001",
    ...ids,
    ...ids.map((parentDocID, at) => ({ docID: `S900000${at}`, ...gone, parentDocID })),
    { docID: "S1000002", docTypeCode: "360", parentDocID: "../../../tmp/x" },
  ]);
  edinet.serve("S1000002");
  await edinet.pass(10 * 60_000);
  expect(edinet.published()).toEqual(["S1000001", "S1000002"]);
  expect(new Set(edinet.downloads())).toEqual(new Set(["S1000001", "S1000002"]));
  expect((await edinet.record(`list:${today}`)).kind).toBe("list");
  expect((await edinet.record("edinet")).kind).toBe("source");
  expect(JSON.parse((await edinet.record(`list:${today}`)).detail ?? "")).toMatchObject({ unreadable: ids.length });
});

test.each([
  ["no time", { submitDateTime: null }],
  ["a time that there is not", { submitDateTime: "2026-02-31 99:99" }],
  ["another type for each of its values", { submitDateTime: 5, filerName: { a: 1 }, docTypeCode: [], seqNumber: "x" }],
  ["a NUL and lone surrogates in its names", { filerName: "a\u0000b", docDescription: "a\ud800b" }],
  ["a name without end", { filerName: "長".repeat(1_000_000) }],
])("a row with %s holds up no other", async (_what, values) => {
  edinet.list(today, [{ docID: "S1000002", ...values }, "S1000001"]);
  edinet.serve("S1000002");
  await edinet.pass(10 * 60_000);
  expect(edinet.published()).toContain("S1000001");
  expect(await edinet.record("edinet")).toMatchObject({ state: "done" });
  expect((await edinet.record("S1000002")).state).toMatch(/^(?:done|closed|set_aside)$/);
  expect((await edinet.record("S1000002")).detail?.length ?? 0).toBeLessThan(5_000);
});

test("a list of 50,000 rows is read, and its documents wait", async () => {
  edinet.list(
    today,
    Array.from({ length: 50_000 }, (_, at) => `S2${String(at).padStart(6, "0")}`),
  );
  await edinet.restart(0);
  while ((await edinet.record(`list:${today}`).catch(() => undefined))?.state !== "done") await edinet.watch.step();
  expect(await edinet.sink.records.documentTotals()).toMatchObject([{ state: "waiting", documents: 50_000 }]);
}, 60_000);

test("an answer without end is cut, and its list set aside", async () => {
  edinet.standIn.lists.set("2026-06-19", (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = Buffer.alloc(4 * 1_048_576, " ");
    const send = (): void => {
      while (!response.destroyed && response.write(more));
      if (!response.destroyed) response.once("drain", send);
    };
    send();
  });
  edinet.list(today, ["S1000001"]);
  await edinet.pass(10 * 60_000);
  expect(edinet.published()).toEqual(["S1000001"]);
  expect(await edinet.record("list:2026-06-19")).toMatchObject({ state: "set_aside", reason: "too_large" });
});

test("a list or the list of companies that ends the program is set aside after the third time", async () => {
  const states: string[] = [];
  const during = (key: string) => (response: ServerResponse) =>
    void edinet.sink.records.find(key).then((record) => {
      if (record !== undefined) states.push(`${record.kind} ${record.state}`);
      sendJson(response, { metadata: { status: "200" }, results: [] });
    });
  edinet.standIn.files.set("codes", during("codes"));
  edinet.standIn.lists.set(today, during(`list:${today}`));
  await edinet.pass(10_000);
  expect(new Set(states)).toEqual(new Set(["codes under_way", "list under_way"]));
  edinet.list(today, ["S1000001"]);
  for (let time = 0; time < 3; time++) {
    await edinet.sink.records.put([
      {
        ...{ key: "codes", kind: "codes", state: "under_way", fingerprint: "", day: null, submittedAtMs: null },
        ...{ detail: null, reason: null, message: null, attempts: time, dueAtMs: edinet.nowMs, atMs: 0 },
      },
    ]);
    await edinet.restart();
  }
  const codes = await edinet.record("codes");
  expect(codes).toMatchObject({ state: "set_aside", reason: "program_ended", dueAtMs: edinet.nowMs + hourMs });
  await edinet.pass(10 * 60_000);
  expect(edinet.published()).toEqual(["S1000001"]);
});
