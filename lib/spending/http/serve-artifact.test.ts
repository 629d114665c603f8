import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openFiles } from "../../kit/process/open-files.ts";
import { logger } from "../../log.ts";
import type { PagePreviews } from "../../server/preview-maker.ts";
import type { ArtifactRow } from "../../store/artifacts.ts";
import { openMemoryStore } from "../../store/testing/memory-store.ts";
import { fileBodies } from "../adapters/file-bodies.ts";
import { purchaseStore } from "../adapters/purchase-store.ts";
import type { SpendingDeps } from "../ports.ts";
import { PurchaseProblem } from "../problems.ts";
import { at, restart } from "../testing/purchase-setup.ts";
import { isRangeCurrent, rangeOf } from "./byte-ranges.ts";
import { serveArtifact } from "./serve-artifact.ts";
import { servePreview } from "./serve-preview.ts";

beforeEach(() => restart());

let folder: string;
let deps: SpendingDeps;
const store = openMemoryStore();
const rows = purchaseStore(store);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hiraku-serve-"));
  restart({}, store);
  deps = { ...at.app.deps, bodies: fileBodies(folder) };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function artifact(bytes: Uint8Array, more: Partial<ArtifactRow> = {}): Promise<ArtifactRow> {
  const spool = await deps.bodies.spool();
  await spool.write(bytes);
  const { sha256, byteSize } = await spool.keep();
  return {
    ...{ artifact_id: "art_1", intent_id: "int_1", owner_id: "ann", upstream: "u", kind: "original", params: "{}" },
    ...{ epoch: 0, document_id: "D1", page_number: null, original_id: "pdf", sha256, byte_size: byteSize },
    ...{ media_type: "application/pdf", file_name: "a.pdf", unreadable: null, hit_count: null, toc: null },
    search_behind: null,
    stored_at: 0,
    ...more,
  };
}

function ask(row: ArtifactRow, headers: Record<string, string> = {}, as = { attachment: true, raw: false }) {
  return serveArtifact(deps, rows, row, new Request("http://localhost/", { headers }), as);
}

/** Of artifacts that were opened, and of pages that were read. */
async function openings(): Promise<unknown[]> {
  const count = async (of: string) => Number((await store.prepare<[], { n: number }>(of).get())?.n);
  return [
    await count("select count(*) as n from opens where artifact_id in ('art_later', 'art_half')"),
    await count("select count(*) as n from reads where document_id in ('later', 'half')"),
  ];
}

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251));
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe("a small image of a page", () => {
  const small = Buffer.from("small");
  const made: string[] = [];
  beforeEach(() => {
    made.length = 0;
  });
  const previews: PagePreviews = {
    async of(sha256, read) {
      made.push(`${sha256} of ${(await read()).byteLength} bytes`);
      return small;
    },
    close: () => Promise.resolve(),
  };
  const get = (row: ArtifactRow | undefined, headers: Record<string, string> = {}, from = previews) =>
    servePreview(from, deps, row, new Request("http://localhost/", { headers }));

  test("is made of the owned image, and private to its owner", async () => {
    const row = await artifact(bytes, { kind: "pages", media_type: "image/jpeg" });
    const answer = await get(row);
    expect(await bytesOf(answer)).toEqual(small);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
    });
    expect(made).toEqual([`${row.sha256} of 1000 bytes`]);
    const again = await get(row, { "if-none-match": answer.headers.get("etag") ?? "" });
    expect([again.status, made.length]).toEqual([304, 1]);
  });

  test("of an image that can't be decoded there is none, which the log has under the id that is told", async () => {
    const row = await artifact(bytes, { kind: "pages", media_type: "image/jpeg" });
    const warn = vi.spyOn(logger(), "warn");
    const told: unknown = await get(row, {}, { ...previews, of: async () => undefined }).catch(
      (error: unknown) => error,
    );
    expect(told).toMatchObject({ problem: { status: 422, code: "image_unreadable", instance: expect.any(String) } });
    const requestId = told instanceof PurchaseProblem ? told.problem.instance : "";
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ requestId, intentId: "int_1" }), expect.any(String));
  });

  test("of a page that isn't owned there is none", async () => {
    await expect(get(undefined)).rejects.toMatchObject({ problem: { status: 404 } });
    expect(made).toEqual([]);
  });
});

describe("parts of a file", () => {
  test.each([
    ["bytes=0-99", 0, 99],
    ["bytes=900-", 900, 999],
    ["bytes=-10", 990, 999],
    ["bytes=990-5000", 990, 999],
    ["bytes=-5000", 0, 999],
  ])("%s is answered with exactly those bytes", async (range, first, last) => {
    const answer = await ask(await artifact(bytes), { range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe(`bytes ${first}-${last}/1000`);
    expect(answer.headers.get("content-length")).toBe(String(last - first + 1));
    expect(Buffer.compare(await bytesOf(answer), bytes.subarray(first, last + 1))).toBe(0);
  });

  test.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])(
    "%s is outside the file: 416 with the length",
    async (range) => {
      const answer = await ask(await artifact(bytes), { range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get("content-range")).toBe("bytes */1000");
      expect(await answer.text()).toBe("");
    },
  );

  test.each(["bytes=5-2", "bytes=a-b", "bytes=-", "lines=1-2", "bytes=0-1,5-6"])(
    "%s is no supported range: the whole file is served",
    async (range) => {
      const answer = await ask(await artifact(bytes), { range });
      expect(answer.status).toBe(200);
      expect((await bytesOf(answer)).length).toBe(1_000);
    },
  );

  test("If-Range matches only the same bytes, and never a date", async () => {
    const row = await artifact(bytes);
    const etag = (await ask(row)).headers.get("etag") ?? "";
    const range = "bytes=0-9";
    expect((await ask(row, { range, "if-range": etag })).status).toBe(206);
    for (const other of ['"other"', `W/${etag}`, new Date(0).toUTCString()]) {
      expect((await ask(row, { range, "if-range": other })).status).toBe(200);
    }
  });

  test("the bytes are read while it is recorded that they were opened", async () => {
    const row = await artifact(bytes);
    const reading = Promise.withResolvers<void>();
    const open: SpendingDeps["bodies"]["open"] = (sha256) => {
      reading.resolve();
      return deps.bodies.open(sha256);
    };
    const slow = { ...rows, artifacts: { ...rows.artifacts, noteOpened: () => reading.promise } };
    const request = new Request("http://localhost/");
    const as = { attachment: false };
    const answer = await serveArtifact({ ...deps, bodies: { ...deps.bodies, open } }, slow, row, request, as);
    expect((await bytesOf(answer)).equals(bytes)).toBe(true);
  });

  test("an answer is not held up by what is recorded later, and nothing is recorded of what can't be read", async () => {
    const page = { kind: "pages" as const, page_number: 3, original_id: null };
    const row = await artifact(bytes, { ...page, artifact_id: "art_later", document_id: "later" });
    const recorded: (() => Promise<void>)[] = [];
    const get = (headers: Record<string, string> = {}, of = row) =>
      serveArtifact(deps, rows, of, new Request("http://localhost/", { headers }), {
        attachment: false,
        later: (work) => recorded.push(work),
      });
    const answer = await get();
    expect((await bytesOf(answer)).equals(bytes)).toBe(true);
    expect(await openings()).toEqual([0, 0]);
    expect((await get({ "if-none-match": answer.headers.get("etag") ?? "" })).status).toBe(304);
    expect(recorded).toHaveLength(2);
    await expect(get({}, { ...row, sha256: "0".repeat(64) })).rejects.toMatchObject({ problem: { status: 500 } });
    expect(recorded).toHaveLength(2);
    for (const record of recorded) await record();
    expect(await openings()).toEqual([1, 1]);
  });

  test("an opening is recorded in one commit", async () => {
    const page = { kind: "pages" as const, page_number: 4, original_id: null };
    const row = await artifact(bytes, { ...page, artifact_id: "art_half", document_id: "half" });
    const before = await openings();
    const reads = { ...rows.reads, noteRead: () => Promise.reject(new Error("the disk is full")) };
    const request = new Request("http://localhost/");
    await expect(serveArtifact(deps, { ...rows, reads }, row, request, { attachment: false })).rejects.toThrow("full");
    expect(await openings()).toEqual(before);
  });

  test("'not modified' comes before any range", async () => {
    const row = await artifact(bytes);
    const etag = (await ask(row)).headers.get("etag") ?? "";
    expect((await ask(row, { range: "bytes=0-9", "if-none-match": etag })).status).toBe(304);
  });

  test("for any range the answer is within the file and as long as it says", () => {
    const number = fc.option(fc.nat(3_000), { nil: undefined });
    fc.assert(
      fc.property(number, number, fc.nat(2_000), (from, to, size) => {
        const range = rangeOf(`bytes=${from ?? ""}-${to ?? ""}`, size);
        if (typeof range === "string") return;
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.last).toBeGreaterThanOrEqual(range.first);
        expect(range.last).toBeLessThan(size);
      }),
    );
    expect(isRangeCurrent(null, '"a"')).toBe(true);
  });

  test("an empty file is served whole", async () => {
    const answer = await ask(await artifact(new Uint8Array()));
    expect([answer.status, (await bytesOf(answer)).length]).toEqual([200, 0]);
  });
});

describe("a file whose client goes away", () => {
  const long = Buffer.alloc(3_000_000, 7);

  test("before its body is read was never opened, so that nothing has to close it", async () => {
    const answer = await ask(await artifact(long));
    expect(answer.headers.get("content-length")).toBe("3000000");
    // A stream that reads ahead would have the file open by now.
    await new Promise((resolve) => setImmediate(resolve));
    expect(openFiles(folder)).toEqual([]);
  });

  test("in the midst of its body is closed", async () => {
    const answer = await ask(await artifact(long));
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    expect(openFiles(folder)).toHaveLength(1);
    await reader?.cancel();
    await expect.poll(() => openFiles(folder)).toEqual([]);
  });

  test("after its body is closed", async () => {
    expect((await bytesOf(await ask(await artifact(long)))).equals(long)).toBe(true);
    await expect.poll(() => openFiles(folder)).toEqual([]);
  });
});

describe("the headers of a file", () => {
  const harmless = ["image/jpeg", "image/png", "image/gif", "application/pdf", "application/zip", "text/csv"];
  const active = ["text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "text/javascript", "text/plain"];

  test.each(harmless)("%s is sent with its own type, which no browser executes", async (media_type) => {
    const answer = await ask(await artifact(bytes, { media_type }));
    expect(answer.headers.get("content-type")).toBe(media_type);
  });

  test.each([...active, "application/octet-stream", "video/mp4", "x/y", ""])(
    "'%s' is sent as plain bytes, whatever type the service gave",
    async (media_type) => {
      const answer = await ask(await artifact(Buffer.from("<script>alert(1)</script>"), { media_type }));
      expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    },
  );

  test("bytes that could not be read are sent as plain bytes, whatever their type", async () => {
    for (const media_type of harmless) {
      const answer = await ask(await artifact(bytes, { media_type }), {}, { attachment: true, raw: true });
      expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    }
  });

  test("a file is sent as a download, without type sniffing, and never to shared caches: whole, in part or unchanged", async () => {
    const row = await artifact(bytes, { file_name: '報告"書.pdf' });
    const etag = (await ask(row)).headers.get("etag") ?? "";
    for (const headers of [{}, { range: "bytes=0-9" }, { range: "bytes=9999-" }, { "if-none-match": etag }]) {
      const answer = await ask(row, headers);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("cache-control")).toBe("private, no-cache");
      expect(answer.headers.get("vary")).toBe("Cookie");
      expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(answer.headers.get("etag")).toBe(etag);
      if (answer.status < 300)
        expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="___?_.pdf"/);
    }
  });

  test("every route that serves a filer's file asks for a download; only a page's own image is shown in place", async () => {
    const { readFileSync } = await import("node:fs");
    const routes = path.join(import.meta.dirname, "../../../app/api/owned");
    const source = (file: string) => readFileSync(path.join(routes, file), "utf8");
    expect(source("documents/[documentId]/originals/[originalId]/route.ts")).toContain("attachment: true");
    expect(source("artifacts/[artifactId]/route.ts")).toContain("attachment: true, raw: true");
    expect(source("documents/[documentId]/pages/[pageNumber]/route.ts")).toContain("attachment: false");
  });
});

describe("a file on disk", () => {
  test("is streamed: no more of it is read after the caller disconnects", async () => {
    const big = await artifact(Buffer.alloc(24 * 1024 * 1024, 7));
    const opened = await deps.bodies.open(big.sha256);
    const stream = opened?.stream(0, big.byte_size - 1);
    const first: unknown = await stream?.iterator({ destroyOnReturn: true }).next();
    expect(first).toMatchObject({ done: false });
    stream?.destroy();
    expect(stream && "bytesRead" in stream ? Number(stream.bytesRead) : -1).toBeLessThan(4 * 1024 * 1024);
  });

  test("that was changed after it was checked is never served again", async () => {
    const row = await artifact(bytes);
    expect((await ask(row, { range: "bytes=0-9" })).status).toBe(206);
    const file = path.join(folder, row.sha256.slice(0, 2), row.sha256);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(row.sha256);
    writeFileSync(file, Buffer.alloc(1_000, 1));
    await expect(ask(row, { range: "bytes=0-9" })).rejects.toMatchObject({ problem: { code: "artifact_damaged" } });
    rmSync(file);
    await expect(ask(row)).rejects.toMatchObject({ problem: { code: "artifact_damaged" } });
  });
});
