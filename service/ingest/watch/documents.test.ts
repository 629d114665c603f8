import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pdfOf } from "../../pdf/testing/small-pdf.ts";
import { dayMs, EdinetFollower, hourMs, slowly, today } from "../testing/edinet-follower.ts";
import { asksLater, cut, failing, half, refusing } from "../testing/edinet-stand-in.ts";
import { makeFiling } from "../testing/make-filing.ts";
import { makeZip } from "../testing/make-zip.ts";

let edinet: EdinetFollower;
beforeEach(async () => {
  edinet = await EdinetFollower.start();
});
afterEach(() => edinet.end());

describe("a bad document", () => {
  /** The hours after each failure at which each was asked for again. */
  async function hoursOfRetries(ids: readonly string[]): Promise<number[][]> {
    const attemptsOf = async (id: string) => (await edinet.sink.records.find(id))?.attempts;
    while ((await Promise.all(ids.map(attemptsOf))).some((attempts) => attempts !== 1)) await edinet.pass(60_000);
    const hours: number[][] = ids.map(() => []);
    for (let last = await Promise.all(ids.map((id) => edinet.record(id))); ; ) {
      // None is asked for twice within an hour.
      await edinet.pass(hourMs);
      const next = await Promise.all(ids.map((id) => edinet.record(id)));
      for (const [at, { attempts, dueAtMs, atMs }] of last.entries()) {
        if (dueAtMs === null) continue;
        expect(edinet.nowMs).toBeLessThan(dueAtMs + 3 * hourMs);
        if (next[at]?.attempts === attempts) continue;
        expect(next[at]?.attempts).toBe(attempts + 1);
        hours[at]?.push((dueAtMs - atMs) / hourMs);
      }
      last = next;
      if (last.every(({ dueAtMs }) => dueAtMs === null)) return hours;
    }
  }

  test("is asked for again after an hour, six, a day and a week, however it fails, and holds up nothing", async () => {
    await edinet.restart(2, slowly);
    // They answer 500 and 400 for ever, break off, and come half.
    const answers = [failing, refusing, cut(makeFiling()), half(makeFiling())];
    const bad = answers.map((_, at) => `S100000${at + 1}`);
    edinet.list(today, [...bad, "S1000009"]);
    for (const [at, answer] of answers.entries()) edinet.standIn.files.set(`${bad[at]}:1`, answer);
    edinet.serve("S1000009");
    expect(await hoursOfRetries(bad)).toEqual(bad.map(() => [1, 6, 24, 168]));
    expect(edinet.published()).toEqual(["S1000009"]);
    for (const id of bad)
      expect(await edinet.record(id)).toMatchObject({ state: "set_aside", dueAtMs: null, attempts: 5 });
    const before = edinet.downloads().length;
    await edinet.pass(10 * dayMs);
    expect(edinet.downloads()).toHaveLength(before);
  });

  test("is in as soon as its file is whole", async () => {
    edinet.list(today, ["S1000001"]);
    edinet.standIn.files.set("S1000001:1", half(makeFiling()));
    await edinet.pass(10 * 60_000);
    expect((await edinet.record("S1000001")).reason).toBe("not_an_archive");
    edinet.serve("S1000001");
    await edinet.pass(hourMs);
    expect(edinet.published()).toEqual(["S1000001"]);
    expect(await edinet.record("S1000001")).toMatchObject({ state: "done", reason: null, attempts: 0, detail: null });
  });

  test("that answers 503 with a time of its own is asked for again after that, and holds up nothing", async () => {
    edinet.list(today, ["S1000001", "S1000002"]);
    edinet.standIn.files.set("S1000001:1", asksLater(503, String((5 * hourMs) / 1_000)));
    edinet.serve("S1000002");
    await edinet.pass(10 * 60_000);
    expect(edinet.published()).toEqual(["S1000002"]);
    const { dueAtMs, atMs } = await edinet.record("S1000001");
    expect(((dueAtMs ?? 0) - atMs) / hourMs).toBeCloseTo(5, 2);
  });

  test("that can't be read in any other way is not asked for again", async () => {
    await edinet.restart(2, slowly);
    edinet.list(today, ["S1000001"]);
    const bytes = makeZip([{ name: "../outside.htm", data: Buffer.from("<p>out</p>") }]);
    edinet.standIn.files.set("S1000001:1", { type: "application/octet-stream", bytes });
    await edinet.pass(10 * dayMs);
    expect(await edinet.record("S1000001")).toMatchObject({ state: "set_aside", reason: "unsafe_path", dueAtMs: null });
    expect(edinet.downloads()).toEqual(["S1000001"]);
  });

  test("is asked for at once when its row changes", async () => {
    edinet.list(today, ["S1000001"]);
    edinet.standIn.files.set("S1000001:1", failing);
    await edinet.pass(10 * 60_000);
    edinet.serve("S1000001");
    edinet.list(today, [{ docID: "S1000001", docDescription: "直された表題" }]);
    await edinet.pass(6 * 60_000);
    expect(edinet.published()).toEqual(["S1000001"]);
  });

  test("that ends the program is tried alone, and set aside after the third time", async () => {
    edinet.list(today, ["S1000001", "S1000002", "S1000003"]);
    edinet.serve("S1000001", "S1000002", "S1000003");
    while (edinet.daysAsked().length < 2) await edinet.watch.step();
    /** The program ends while it reads them. */
    const end = async (...ids: string[]) => {
      const begun = await Promise.all(ids.map((id) => edinet.record(id)));
      await edinet.sink.records.put(begun.map((each) => ({ ...each, state: "under_way" })));
      await edinet.restart();
    };
    await end("S1000001", "S1000002");
    await end("S1000001");
    await end("S1000001");
    expect(await edinet.record("S1000001")).toMatchObject({ state: "set_aside", reason: "program_ended", attempts: 3 });
    expect((await edinet.record("S1000001")).dueAtMs).toBe(edinet.nowMs + hourMs);
    await edinet.watch.step();
    expect(edinet.downloads()).toEqual(["S1000002"]);
    await edinet.watch.step();
    expect(edinet.published()).toEqual(["S1000002", "S1000003"]);
    await edinet.pass(2 * hourMs);
    expect(edinet.published()).toEqual(["S1000001", "S1000002", "S1000003"]);
  });
});

describe("a PDF that fails", () => {
  beforeEach(() => {
    edinet.list(today, [{ docID: "S1000001", pdfFlag: "1" }]);
    edinet.serve("S1000001");
  });

  test.each([
    ["answers 500", failing],
    ["comes half", half(Buffer.from(pdfOf([{ text: "本文" }]), "latin1"))],
  ])("because it %s keeps no text back, and is there when it is asked for again", async (_how, answer) => {
    edinet.standIn.files.set("S1000001:2", answer);
    await edinet.pass(10 * 60_000);
    expect(edinet.sink.documents.get("S1000001")).toMatchObject({ status: "ready", pages: [] });
    const { state, message, dueAtMs } = await edinet.record("S1000001");
    expect([state, dueAtMs]).toEqual(["set_aside", expect.any(Number)]);
    expect(message).toMatch(/^Without its PDF: /);
    const bytes = Buffer.from(pdfOf([{ text: "本文" }]), "latin1");
    edinet.standIn.files.set("S1000001:2", { type: "application/pdf", bytes });
    await edinet.pass(hourMs);
    expect(edinet.sink.documents.get("S1000001")?.pages).toHaveLength(1);
    expect((await edinet.record("S1000001")).state).toBe("done");
  });
});
