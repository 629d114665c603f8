import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "../../refusal.ts";
import { IngestSession } from "../../session.ts";
import {
  asksLater,
  failing,
  listRow,
  refusing,
  type StandIn,
  sendJson,
  sendMaintenance,
  standInKey,
  startStandIn,
} from "../../testing/edinet-stand-in.ts";
import { pdfOf } from "../../../pdf/testing/small-pdf.ts";
import { makeFiling, page } from "../../testing/make-filing.ts";
import { makeZip } from "../../testing/make-zip.ts";
import { MemorySink } from "../../testing/memory-sink.ts";
import { withSamples } from "../../testing/samples.ts";
import { codesUrlOf, EdinetClient, usualClient } from "./client.ts";
import { ListRow } from "./list-row.ts";
import { makePlan } from "./plan.ts";
import { type EdinetRun, itemsOf, planOf, readLists } from "./take-in.ts";

const day = "2026-06-20";
let standIn: StandIn;
let sleeps: number[];
let lines: string[];
let folder: string;

beforeEach(async () => {
  standIn = await startStandIn();
  sleeps = [];
  lines = [];
  folder = mkdtempSync(join(tmpdir(), "hiraku-edinet-"));
});
afterEach(() => standIn.close());

function clientFor(key = standInKey): EdinetClient {
  return new EdinetClient({
    ...usualClient,
    baseUrl: standIn.url,
    key,
    codesUrl: codesUrlOf(standIn.url),
    fetch: (url, init) => fetch(url, init),
    // A Saturday.
    clock: { now: () => Date.parse("2026-06-20T12:00:00+09:00"), sleep: async (ms) => void sleeps.push(ms) },
    signal: new AbortController().signal,
  });
}

function serve(docId: string, zip: Buffer = makeFiling()): void {
  standIn.files.set(`${docId}:1`, { type: "application/octet-stream", bytes: zip });
}

async function ingest(sink: MemorySink, client = clientFor(), days = [day]) {
  const signal = new AbortController().signal;
  const output = { redraw: () => undefined, print: (line: string) => void lines.push(line), isTerminal: false };
  const session = new IngestSession({ dataFolder: folder, sink, now: () => 0, output, signal, retry: false, width: 2 });
  const run: EdinetRun = {
    client,
    session,
    types: undefined,
    codes: undefined,
    extras: new Set(),
  };
  try {
    return await session.take("edinet", itemsOf(run, planOf(run, await readLists(run, days, signal))));
  } finally {
    await session.close();
  }
}

describe("the client", () => {
  test("an error with status 200 is recognised: 404 is a day without a list", async () => {
    standIn.next.push((response) => sendJson(response, { metadata: { status: "404", message: "Not Found" } }));
    expect(await clientFor().list(day)).toBeUndefined();
  });

  test("a refused key stops at once, with a clear message without the key", async () => {
    const failure = await clientFor("wrong-key-123")
      .list(day)
      .catch((error: Error) => error.message);
    expect(failure).toMatch(/refuses the key.*HIRAKU_EDINET_KEY/);
    expect(failure).not.toContain("wrong-key-123");
    expect(standIn.requests).toHaveLength(1);
  });

  test("during maintenance it waits, each time longer, and finally reports it", async () => {
    standIn.next.push(sendMaintenance, sendMaintenance);
    standIn.lists.set(day, [listRow("S1000001")]);
    expect((await clientFor().list(day))?.rows).toHaveLength(1);
    expect(sleeps.slice(0, 2)).toEqual([2_000, 4_000]);
    for (let i = 0; i < 6; i++) standIn.next.push(sendMaintenance);
    await expect(clientFor().list(day)).rejects.toMatchObject({
      reason: "unreachable",
      message: expect.stringMatching(/under maintenance/),
    });
  });

  test("what fails to the last while EDINET answers to other requests is refused alone", async () => {
    standIn.files.set("S1000001:1", failing);
    standIn.files.set("S1000002:1", refusing);
    const client = clientFor();
    const reasonOf = (docId: string) =>
      client.download(docId, 1, join(folder, "a.zip")).catch((error: unknown) => error);
    expect(await reasonOf("S1000001")).toEqual(new Refusal("download_failed", "EDINET answers 500. Tried 5 times."));
    expect(standIn.requests).toHaveLength(6);
    // Asked again it would be refused again.
    expect(await reasonOf("S1000002")).toBeInstanceOf(Refusal);
    expect(standIn.requests).toHaveLength(7);
  });

  test("a pause that EDINET asks for is kept, and a long one ends the run with its time", async () => {
    standIn.lists.set(day, [listRow("S1000001")]);
    standIn.next.push(asksLater(429, "17"));
    expect((await clientFor().list(day))?.rows).toHaveLength(1);
    expect(sleeps[0]).toBe(17_000);
    standIn.next.push(asksLater(429, "7200"));
    await expect(clientFor().list(day)).rejects.toMatchObject({
      reason: "busy",
      retryAtMs: Date.parse("2026-06-20T14:00:00+09:00"),
    });
  });

  test("so is one that comes with an error of its own, such as 503", async () => {
    standIn.lists.set(day, [listRow("S1000001")]);
    standIn.next.push(asksLater(503, "17"));
    expect((await clientFor().list(day))?.rows).toHaveLength(1);
    expect(sleeps[0]).toBe(17_000);
  });

  test("a long one with an error is for everything, unless EDINET answers to other requests", async () => {
    standIn.next.push(asksLater(503, "7200"), asksLater(503, "10800"));
    await expect(clientFor().list(day)).rejects.toMatchObject({
      reason: "busy",
      retryAtMs: Date.parse("2026-06-20T15:00:00+09:00"),
    });
    expect(standIn.requests).toHaveLength(2);
    standIn.next.push(asksLater(503, "7200"));
    const failure = await clientFor()
      .download("S1000001", 1, join(folder, "a.zip"))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Refusal);
    expect(failure).toMatchObject({ reason: "download_failed", retryAtMs: Date.parse("2026-06-20T14:00:00+09:00") });
    expect(standIn.requests).toHaveLength(4);
  });

  test("a used-up quota is no wrong key for ever: its own time is asked for", async () => {
    standIn.next.push(asksLater(403, "3600"));
    await expect(clientFor().list(day)).rejects.toMatchObject({
      reason: "key_refused",
      retryAtMs: Date.parse("2026-06-20T13:00:00+09:00"),
    });
  });

  test("a list that was cut is asked for again, and rows that can't be read are counted", async () => {
    const metadata = { status: "200", message: "OK", resultset: { count: 2 } };
    standIn.next.push((response) => sendJson(response, { metadata, results: [listRow("S1000001")] }));
    standIn.lists.set(day, [listRow("S1000001"), listRow("?")]);
    expect(await clientFor().list(day)).toMatchObject({ rows: [{ docID: "S1000001" }], unreadable: 1 });
    expect(standIn.requests).toHaveLength(2);
  });

  test("a file is distinguished from an error by its type, not the status", async () => {
    serve("S1000001");
    const client = clientFor();
    expect(await client.download("S1000001", 1, join(folder, "a.zip"))).toBe(true);
    expect(await client.download("S1000002", 1, join(folder, "b.zip"))).toBe(false);
    expect(readdirSync(folder)).toEqual(["a.zip"]);
  });

  test("a file that breaks off is fetched again and never kept incomplete", async () => {
    serve("S1000001");
    standIn.next.push((response) => {
      response.writeHead(200, { "content-type": "application/octet-stream", "content-length": 5_000 });
      response.write("PK");
      response.destroy();
    });
    expect(await clientFor().download("S1000001", 1, join(folder, "a.zip"))).toBe(true);
    expect(readFileSync(join(folder, "a.zip"))).toEqual(makeFiling());
  });

  test("requests go one at a time with a pause between", async () => {
    const client = clientFor();
    await Promise.all([client.list("2026-06-01"), client.list("2026-06-02"), client.list("2026-06-03")]);
    expect(standIn.requests.map((request) => request.slice(-10))).toEqual(["2026-06-01", "2026-06-02", "2026-06-03"]);
    expect(sleeps.filter((ms) => ms === usualClient.pauseMs).length).toBeGreaterThanOrEqual(2);
  });
});

describe("the plan", () => {
  const plan = (days: unknown[][]) =>
    makePlan(
      days.map((rows) => rows.map((row) => ListRow.parse(row))),
      { types: undefined, codes: undefined, securityCodeOf: () => undefined },
    );

  test("an id that comes on several days is one document, by its last row", () => {
    const made = plan([
      [listRow("S1000001", { docDescription: "古い" })],
      [listRow("S1000001", { docDescription: "新しい" })],
    ]);
    expect(made.documents.map((row) => row.docDescription)).toEqual(["新しい"]);
    expect(made.repeated).toBe(1);
  });

  test("withdrawn, expired and undisclosed rows end delivery, and a withdrawal ends that of the document it names", () => {
    const gone = { docTypeCode: null, docDescription: null, filerName: null };
    const made = plan([
      [
        listRow("S1000001"),
        listRow("S1000002", { ...gone, withdrawalStatus: "2" }),
        listRow("S1000003", { ...gone, legalStatus: "0" }),
        listRow("S1000004", { ...gone, disclosureStatus: "2" }),
        listRow("S1000005", { ...gone, withdrawalStatus: "1", legalStatus: "0", parentDocID: "S1000001" }),
      ],
    ]);
    expect(made.documents).toEqual([]);
    expect(made.closed).toEqual(["S1000001", "S1000002", "S1000003", "S1000004"]);
  });

  test("types and codes narrow it, the company of a holding report by its EDINET code", () => {
    const rows = [
      listRow("S1000001"),
      listRow("S1000002", { secCode: "11110", edinetCode: "E11111" }),
      listRow("S1000003", {
        docTypeCode: "350",
        formCode: "010002",
        secCode: null,
        edinetCode: "E22222",
        issuerEdinetCode: "E99999",
      }),
    ].map((row) => ListRow.parse(row));
    const filter = {
      types: undefined,
      codes: new Set(["9999"]),
      securityCodeOf: (code: string) => (code === "E99999" ? "9999" : undefined),
    };
    expect(makePlan([rows], filter).documents.map((row) => row.docID)).toEqual(["S1000001", "S1000003"]);
    const typed = { ...filter, codes: undefined, types: new Set(["large_holding_change_report"]) };
    expect(makePlan([rows], typed).documents.map((row) => row.docID)).toEqual(["S1000003"]);
  });

  withSamples((sample) => {
    test("a real day of 2,425 rows is read whole", () => {
      const list: unknown = JSON.parse(gunzipSync(readFileSync(sample("lists/2024-06-28.json.gz"))).toString());
      const results = (list as { results: unknown[] }).results;
      const made = plan([results]);
      expect(made.rows).toBe(2_425);
      expect(made.documents.length + made.repeated).toBeGreaterThan(2_400);
    });
  });
});

describe("a run", () => {
  test("takes in, and a second run downloads nothing and changes nothing", async () => {
    standIn.lists.set(day, [listRow("S1000001"), listRow("S1000002", { docDescription: "二つ目" })]);
    serve("S1000001");
    serve("S1000002");
    const sink = new MemorySink();
    expect((await ingest(sink)).code).toBe(0);
    const state = sink.state();
    expect(sink.documents.get("S1000001")).toMatchObject({
      status: "ready",
      type: "annual_securities_report",
      securityCode: "9999",
      fiscalPeriod: "2025FY",
      sourceUrl: "https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?S1000001",
    });
    expect(sink.documents.get("S1000001")?.sourceAttribution).toContain("出典：EDINET閲覧（提出）サイト（https://");
    const before = standIn.requests.length;
    await ingest(sink);
    expect(standIn.requests.slice(before)).toEqual([`/api/v2/documents.json?${day}`]);
    expect(sink.state()).toBe(state);
    expect(lines.at(-2)).toContain("0 new, 0 changed, 2 as before");
  });

  test("a bad package is set aside with its reason and stops nothing", async () => {
    standIn.lists.set(day, [listRow("S1000001"), listRow("S1000002")]);
    serve("S1000001", Buffer.from("not a zip"));
    serve("S1000002");
    const sink = new MemorySink();
    const { report, code } = await ingest(sink);
    expect(code).toBe(0);
    expect(report.setAsideCount).toBe(1);
    expect([...sink.documents.keys()]).toEqual(["S1000002"]);
    expect(lines.join("\n")).toContain("S1000001: not_an_archive");
  });

  test("a document that is withdrawn later keeps its record and is no longer delivered", async () => {
    standIn.lists.set(day, [listRow("S1000001")]);
    serve("S1000001");
    const sink = new MemorySink();
    await ingest(sink);
    standIn.lists.set(day, [
      listRow("S1000001", { withdrawalStatus: "2", docTypeCode: null, docDescription: null, filerName: null }),
    ]);
    await ingest(sink);
    expect(sink.withdrawn).toEqual(new Set(["S1000001"]));
    expect(sink.documents.get("S1000001")?.title).toContain("有価証券報告書");
  });

  test("an English original is a document beside the Japanese one, and is withdrawn with it", async () => {
    const withEnglish = (id: string, more = {}) => listRow(id, { englishDocFlag: "1", ...more });
    const english = (id: string, name: string, data: string | Buffer) =>
      standIn.files.set(`${id}:4`, {
        type: "application/octet-stream",
        bytes: makeZip([{ name: `${id}/EnglishDoc/${name}`, data }]),
      });
    standIn.lists.set(day, [withEnglish("S1000001"), withEnglish("S1000002"), withEnglish("S1000003")]);
    for (const id of ["S1000001", "S1000002", "S1000003"]) serve(id);
    const text = "<h1>Annual Report on Form 20-F</h1><h2>Item 1. Risk factors</h2><p>Demand may fall.</p>";
    english("S1000001", "0000001_report.htm", page(text, ""));
    english("S1000002", "Form_20-F_extract.pdf", Buffer.from(pdfOf([{ text: "Annual results" }]), "latin1"));
    english("S1000003", "broken.pdf", "no PDF");
    const sink = new MemorySink();
    const { report } = await ingest(sink);
    expect(sink.documents.get("S1000001-en")).toMatchObject({
      title: "Annual Report on Form 20-F",
      ...{ language: "en", status: "ready", type: "other", securityCode: "9999" },
    });
    expect(sink.documents.get("S1000001-en")?.sections.map(({ title }) => title)).toContain("Item 1. Risk factors");
    expect(sink.documents.get("S1000002-en")).toMatchObject({
      title: "Annual results (excerpt)",
      pages: [{ pageNumber: 1 }],
      originals: [{ originalId: "pdf", fileName: "Form_20-F_extract.pdf" }],
    });
    expect(sink.documents.get("S1000002")?.originals.map(({ originalId }) => originalId)).toEqual(["zip", "english"]);
    // What can't be read of it does not hold up the Japanese document.
    expect([...sink.documents.keys()].sort()).toEqual([
      ...["S1000001", "S1000001-en", "S1000002", "S1000002-en", "S1000003"],
    ]);
    expect(report.setAsideCount).toBe(1);
    const gone = { withdrawalStatus: "2", docTypeCode: null };
    standIn.lists.set(day, [withEnglish("S1000001", gone), withEnglish("S1000002")]);
    await ingest(sink);
    expect([...sink.withdrawn]).toEqual(["S1000001", "S1000001-en"]);
  });

  test("a rewritten row is taken in again", async () => {
    standIn.lists.set(day, [listRow("S1000001")]);
    serve("S1000001");
    const sink = new MemorySink();
    await ingest(sink);
    standIn.lists.set(day, [listRow("S1000001", { docInfoEditStatus: "2", docDescription: "直された表題" })]);
    await ingest(sink);
    expect(sink.documents.get("S1000001")?.title).toBe("直された表題");
  });

  test("killed before any document and run again, it ends as one undisturbed run does", {
    timeout: 60_000,
  }, async () => {
    const ids = ["S1000001", "S1000002", "S1000003", "S1000004"];
    standIn.lists.set(
      day,
      ids.map((id) => listRow(id)),
    );
    for (const id of ids) serve(id);
    const undisturbed = new MemorySink();
    await ingest(undisturbed);
    for (let kill = 0; kill < ids.length; kill++) {
      folder = mkdtempSync(join(tmpdir(), "hiraku-kill-"));
      const sink = new MemorySink();
      let left = kill;
      sink.beforePublish = () => {
        if (left-- === 0) throw Object.assign(new Error("killed"), { code: "ENOSPC" });
      };
      expect((await ingest(sink)).code).toBe(1);
      sink.beforePublish = undefined;
      await ingest(sink);
      expect(sink.state()).toBe(undisturbed.state());
    }
  });

  test("an amendment of a holding report has its parent's type, and the company that no code list knows its name", async () => {
    const about = { docTypeCode: "350", formCode: "010002", docDescription: "変更報告書", issuerEdinetCode: "E77777" };
    standIn.lists.set(day, [
      listRow("S1000001", about),
      listRow("S1000002", {
        docTypeCode: "360",
        formCode: "090001",
        docDescription: "訂正報告書（大量保有報告書・変更報告書）",
        parentDocID: "S1000001",
      }),
    ]);
    const tagged = (name: string, value: string) =>
      `<p><ix:nonNumeric name="jplvh_cor:${name}" contextRef="F">${value}</ix:nonNumeric></p>`;
    const body = `<h1>第１【発行者に関する事項】</h1>${tagged("NameOfIssuer", "無名株式会社")}${tagged("SecurityCodeOfIssuer", "123A")}`;
    serve("S1000001", makeFiling({ report: "jplvh010000-lvh-001", title: "変更報告書No.1", body }));
    serve("S1000002");
    const sink = new MemorySink();
    await ingest(sink);
    expect(sink.documents.get("S1000001")).toMatchObject({ securityCode: "123A", issuerName: "無名株式会社" });
    expect(sink.learned).toContainEqual(expect.objectContaining({ securityCode: "123A", name: "無名株式会社" }));
    expect(sink.documents.get("S1000002")).toMatchObject({
      type: "large_holding_change_report",
      amendsDocumentId: "S1000001",
    });
    expect(sink.documents.get("S1000001")?.amendsDocumentId).toBeNull();
  });

  describe("of a parent that no list names", () => {
    const lvh = "jplvh010000-lvh-001";
    const amendment = makeFiling({
      title: "訂正報告書（大量保有報告書・変更報告書）",
      report: lvh,
      amends: "S1000001",
    });
    const typeOf = async () => {
      const sink = new MemorySink();
      await ingest(sink);
      expect([...sink.documents.keys()]).toEqual(["S1000002"]);
      return sink.documents.get("S1000002")?.type;
    };

    beforeEach(() => {
      standIn.lists.set(day, [
        listRow("S1000002", { docTypeCode: "360", formCode: "090001", parentDocID: "S1000001", pdfFlag: "0" }),
      ]);
      serve("S1000002", amendment);
    });

    test.each([
      ["変更報告書No.3", "large_holding_change_report"],
      ["大量保有報告書", "large_holding_report"],
    ])("the type is read from the parent's own package, %s", async (title, type) => {
      serve("S1000001", makeFiling({ title, report: lvh }));
      expect(await typeOf()).toBe(type);
      expect(readdirSync(join(folder, "ingest/incoming"))).toEqual([]);
    });

    test("it is the general one where EDINET has no package of it, or one that can't be read", async () => {
      expect(await typeOf()).toBe("large_holding_report");
      folder = mkdtempSync(join(tmpdir(), "hiraku-edinet-"));
      serve("S1000001", Buffer.from("no archive"));
      expect(await typeOf()).toBe("large_holding_report");
    });
  });

  test("a change report's parent is no document that it amends", async () => {
    standIn.lists.set(day, [listRow("S1000001", { docTypeCode: "350", formCode: "010002", parentDocID: "S1000009" })]);
    serve("S1000001");
    const sink = new MemorySink();
    await ingest(sink);
    expect(sink.documents.get("S1000001")?.amendsDocumentId).toBeNull();
  });
});
