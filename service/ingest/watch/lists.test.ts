import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jstDate } from "../../../lib/contract/dates.ts";
import { dayMs, EdinetFollower, hourMs, slowly, today } from "../testing/edinet-follower.ts";
import { asksLater, failing } from "../testing/edinet-stand-in.ts";
import { makeZip } from "../testing/make-zip.ts";

let edinet: EdinetFollower;
beforeEach(async () => {
  edinet = await EdinetFollower.start();
});
afterEach(() => edinet.end());

describe("the lists", () => {
  test("the newest day comes first, then those before it, and in a day the earliest document", async () => {
    edinet.list("2026-06-18", ["S1000001"]);
    edinet.list("2026-06-19", ["S1000002", "S1000003"]);
    edinet.list(today, ["S1000004"]);
    edinet.serve("S1000001", "S1000002", "S1000003", "S1000004");
    await edinet.pass(60_000);
    expect(edinet.daysAsked()).toEqual(["2026-06-20", "2026-06-19", "2026-06-18"]);
    expect(edinet.downloads()).toEqual(["S1000004", "S1000002", "S1000003", "S1000001"]);
    expect(edinet.published()).toHaveLength(4);
    expect(edinet.standIn.atOnceMax).toBe(1);
  });

  test("at the first start something can be read before the lists of a month are", async () => {
    await edinet.restart(30);
    edinet.list(today, ["S1000001"]);
    edinet.serve("S1000001");
    while (edinet.published().length === 0) await edinet.watch.step();
    expect(edinet.daysAsked()).toEqual([today, "2026-06-19"]);
    await edinet.pass(10 * 60_000);
    expect(new Set(edinet.daysAsked()).size).toBe(31);
  });

  test("today's is asked for every five minutes, and what is in it once", async () => {
    edinet.list(today, ["S1000001"]);
    edinet.serve("S1000001", "S1000002");
    await edinet.pass(4 * 60_000);
    expect(edinet.daysAsked().filter((day) => day === today)).toHaveLength(1);
    edinet.list(today, ["S1000001", "S1000002"]);
    await edinet.pass(12 * 60_000);
    expect(edinet.daysAsked().filter((day) => day === today)).toHaveLength(4);
    expect(edinet.downloads()).toEqual(["S1000001", "S1000002"]);
  });

  test("one that is shorter than before is an older one, and counts for nothing", async () => {
    edinet.list(today, ["S1000001", "S1000002"]);
    edinet.serve("S1000001", "S1000002");
    await edinet.pass(60_000);
    const before = await edinet.record(`list:${today}`);
    edinet.list(today, ["S1000001"]);
    await edinet.pass(5 * 60_000);
    expect(await edinet.record(`list:${today}`)).toMatchObject({ detail: before.detail, attempts: 1 });
  });

  test("after midnight in Tokyo yesterday's is read once more, each night of a week, and what came late is taken in", async () => {
    edinet.serve("S1000001", "S1000002");
    edinet.nowMs = Date.parse("2026-06-20T23:58:00+09:00");
    await edinet.restart(2, 10_000);
    await edinet.passUntil(Date.parse("2026-06-20T23:59:59+09:00"));
    edinet.list(today, [{ docID: "S1000001", submitDateTime: `${today} 23:59` }]);
    const before = edinet.daysAsked().length;
    await edinet.passUntil(Date.parse("2026-06-21T01:30:00+09:00"));
    expect(
      edinet
        .daysAsked()
        .slice(before)
        .filter((day) => day === today),
    ).toHaveLength(1);
    expect(edinet.published()).toEqual(["S1000001"]);
    edinet.list(today, [{ docID: "S1000001", docDescription: "直された表題" }, "S1000002"]);
    await edinet.passUntil(Date.parse("2026-06-21T04:00:00+09:00"));
    expect(edinet.published()).toEqual(["S1000001", "S1000002"]);
    expect(edinet.sink.documents.get("S1000001")?.title).toBe("直された表題");
    await edinet.restart(2, slowly);
    await edinet.passUntil(Date.parse("2026-06-30T00:00:00+09:00"));
    expect(
      edinet
        .daysAsked()
        .slice(before)
        .filter((day) => day === today),
    ).toHaveLength(1 + 7);
  });

  test("after an absence of any length every day since the last one is read", async () => {
    edinet.list("2026-06-19", ["S1000001"]);
    edinet.serve("S1000001", "S1000002", "S1000003");
    await edinet.pass(60_000);
    edinet.nowMs += 60 * dayMs;
    edinet.list("2026-07-01", ["S1000002"]);
    edinet.list(jstDate(edinet.nowMs), ["S1000003"]);
    const before = edinet.daysAsked().length;
    await edinet.restart(0);
    await edinet.pass(30 * 60_000);
    const days = new Set(edinet.daysAsked().slice(before));
    expect(days.size).toBe(61 + 2);
    expect(edinet.published()).toEqual(["S1000001", "S1000002", "S1000003"]);
    expect(edinet.downloads().indexOf("S1000003")).toBeLessThan(edinet.downloads().indexOf("S1000002"));
  });

  test("a longer past is read in parts, each with its documents before the next", async () => {
    await edinet.restart("2026-03-20");
    edinet.list("2026-06-01", ["S1000001"]);
    edinet.list("2026-04-01", ["S1000002"]);
    edinet.serve("S1000001", "S1000002");
    await edinet.pass(hourMs);
    expect(edinet.published()).toEqual(["S1000001", "S1000002"]);
    const order = edinet.standIn.requests.map((request) => request.replace(/.*[/?](?=S|2)/, ""));
    expect(order.indexOf("S1000001?1")).toBeLessThan(order.indexOf("2026-04-01"));
    expect(new Set(edinet.daysAsked())).toContain("2026-03-20");
    expect(new Set(edinet.daysAsked())).not.toContain("2026-03-19");
  });

  test("one that always fails is set aside and told, and holds up nothing", async () => {
    edinet.list(today, ["S1000001"]);
    edinet.serve("S1000001");
    edinet.standIn.lists.set("2026-06-19", failing);
    await edinet.pass(10 * 60_000);
    expect(edinet.published()).toEqual(["S1000001"]);
    expect(await edinet.record("list:2026-06-19")).toMatchObject({ state: "set_aside", reason: "download_failed" });
    edinet.list("2026-06-19", ["S1000002"]);
    edinet.serve("S1000002");
    await edinet.pass(hourMs + 60_000);
    expect(edinet.published()).toEqual(["S1000001", "S1000002"]);
  });
});

describe("rows that change", () => {
  const gone = { docTypeCode: null, docDescription: null, filerName: null };

  beforeEach(() => edinet.restart(2, slowly));

  test("a withdrawn document's delivery ends, whichever of the two lists is read last", async () => {
    edinet.list("2026-06-19", ["S1000001", "S1000002"]);
    edinet.serve("S1000001", "S1000002");
    await edinet.pass(hourMs);
    edinet.list(today, [
      { docID: "S1000009", ...gone, withdrawalStatus: "1", legalStatus: "0", parentDocID: "S1000001" },
    ]);
    await edinet.pass(dayMs);
    expect(edinet.sink.withdrawn).toEqual(new Set(["S1000001"]));
    expect(await edinet.record("S1000001")).toMatchObject({ state: "closed", day: today });
    expect(edinet.downloads().filter((id) => id === "S1000001")).toHaveLength(1);
  });

  test("one that was withdrawn before it was ever read is never asked for", async () => {
    edinet.list(today, [
      { docID: "S1000009", ...gone, withdrawalStatus: "1", legalStatus: "0", parentDocID: "S1000001" },
    ]);
    edinet.list("2026-06-19", ["S1000001"]);
    await edinet.pass(2 * dayMs);
    expect(edinet.downloads()).toEqual([]);
    expect((await edinet.record("S1000001")).state).toBe("closed");
  });

  test("a document that comes on several days is one, by the row of the latest", async () => {
    edinet.list("2026-06-19", [{ docID: "S1000001", docDescription: "古い" }]);
    edinet.list(today, [{ docID: "S1000001", docDescription: "新しい", docInfoEditStatus: "1" }]);
    edinet.serve("S1000001");
    await edinet.pass(3 * dayMs);
    expect(edinet.sink.documents.get("S1000001")?.title).toBe("新しい");
    expect(edinet.downloads()).toEqual(["S1000001"]);
  });

  test("an amendment has its parent's type by the list of another day, before either is read", async () => {
    edinet.list(today, [{ docID: "S1000002", docTypeCode: "360", formCode: "090001", parentDocID: "S1000001" }]);
    edinet.list("2026-06-19", [
      { docID: "S1000001", docTypeCode: "350", formCode: "010002", docDescription: "変更報告書" },
    ]);
    edinet.serve("S1000001", "S1000002");
    await edinet.pass(hourMs);
    expect(edinet.sink.documents.get("S1000002")?.type).toBe("large_holding_change_report");
  });
});

describe("companies", () => {
  const header =
    "ＥＤＩＮＥＴコード,提出者種別,提出者名,提出者名（英字）,提出者名（ヨミ）,提出者業種,証券コード,提出者法人番号";
  const codes = (...lines: readonly string[]) => ({
    type: "application/zip",
    bytes: makeZip([{ name: "EdinetcodeDlInfo.csv", data: Buffer.from([`${header}`, ...lines].join("\r\n")) }]),
  });

  test("are read before anything else, and each night again", async () => {
    edinet.standIn.files.set(
      "codes",
      codes("E99998,内国法人,子会社株式会社,Sub,コガイシャ,サービス業,88880,9000000000001"),
    );
    edinet.list(today, [{ docID: "S1000001", docTypeCode: "350", formCode: "010001", issuerEdinetCode: "E99998" }]);
    edinet.serve("S1000001");
    await edinet.pass(60_000);
    expect(edinet.standIn.requests.slice(0, 2)).toEqual(["least", expect.stringContaining("Edinetcode.zip")]);
    expect(edinet.sink.documents.get("S1000001")).toMatchObject({ securityCode: "8888", issuerName: "子会社株式会社" });
    await edinet.restart(2, slowly);
    await edinet.pass(3 * dayMs);
    expect(edinet.asked("Edinetcode.zip")).toHaveLength(4);
  });

  test("are learned from documents where there is no list, which holds up nothing", async () => {
    edinet.list(today, [{ docID: "S1000001", JCN: "9000000000002" }]);
    edinet.serve("S1000001");
    await edinet.pass(10 * 60_000);
    expect(edinet.sink.learned).toEqual([
      expect.objectContaining({
        ...{ securityCode: "9999", name: "見本株式会社", edinetCode: "E99999", corporateNumber: "9000000000002" },
      }),
    ]);
    expect(await edinet.record("codes")).toMatchObject({ state: "set_aside", reason: "download_failed" });
  });
});

test("in busy hours requests are three times as far apart, those after a failure too", async () => {
  edinet.nowMs = Date.parse("2026-06-19T15:00:00+09:00");
  edinet.standIn.next.push(failing, asksLater(503, "0"));
  await edinet.pass(60_000);
  expect(edinet.sleeps.slice(0, 2)).toEqual([6_000, 3_000]);
  expect(new Set(edinet.sleeps.slice(2))).toEqual(new Set([3_000]));
});
