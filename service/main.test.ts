import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HealthResponse } from "../lib/contract/resources.ts";
import { makeReport } from "../lib/evidence/figures/testing/make-package.ts";
import { readConfig } from "./config.ts";
import { makePublication } from "./domain/publishing/testing/make-publication.ts";
import { openLibrary } from "./library.ts";
import { startService } from "./main.ts";
import { openStore, storeFile } from "./storage/open-store.ts";
import { openDatabase } from "./storage/sqlite/database.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hiraku-main-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

const configOf = (data: string, port: number) =>
  readConfig({ HIRAKU_DATA: data, HIRAKU_API_PORT: String(port), HIRAKU_LOG_LEVEL: "silent" });

/** A store that lacks its last step, and stays so for as long as somebody else writes. */
function oldStore() {
  const data = folder();
  openStore(data).close();
  const writer = openDatabase(storeFile(data));
  writer.exec("DROP INDEX documents_by_release; DELETE FROM migrations WHERE id = 'catalog-002'; BEGIN IMMEDIATE");
  return { data, letMigrate: () => void writer.exec("ROLLBACK").close() };
}

test("while the store migrates, health answers, ready answers no, and other requests are told to try again", async () => {
  const { data, letMigrate } = oldStore();
  const port = await freePort();
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  const started = startService(configOf(data, port));
  await expect.poll(async () => (await ask("/health"))?.status).toBe(200);

  const ready = await ask("/health/ready");
  expect(ready?.status).toBe(503);
  expect(HealthResponse.parse(await ready?.json())).toMatchObject({
    status: "unavailable",
    checks: { migrations: "pending" },
  });
  const other = await ask("/v1/documents?timeline_since=2025-01-01");
  expect(other?.status).toBe(503);
  expect(other?.headers.get("retry-after")).toMatch(/^[0-9]+$/);
  expect(await other?.json()).toMatchObject({ code: "service_starting", status: 503 });

  letMigrate();
  const service = await started;
  onTestFinished(() => service.stop());
  expect(service.url).toBe(`http://127.0.0.1:${port}`);
  expect((await ask("/health/ready"))?.status).toBe(200);
  expect((await ask("/v1/documents?timeline_since=2025-01-01"))?.status).toBe(401);
});

test("a store of a newer version ends the start and frees the port", async () => {
  const data = folder();
  const store = openStore(data);
  store.db.exec("INSERT INTO migrations VALUES ('catalog-999', 0)");
  store.close();
  const port = await freePort();
  await expect(startService(configOf(data, port))).rejects.toThrow("newer version");
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
});

test("packages that an older version took in uncounted are counted while the service runs", async () => {
  const data = folder();
  const store = openStore(data);
  const library = openLibrary(store, { dataFolder: data, madeBytesMax: 1_000_000, makers: {} });
  const source = await library.blobs.put([makeReport()], "kept");
  const zip = { originalId: "zip", mediaType: "application/zip", fileName: "a.zip", source, deliverable: true };
  await library.publisher.publishDocument(makePublication({ documentId: "OLD", originals: [zip] }));
  await library.close();
  store.close();
  const service = await startService(configOf(data, await freePort()));
  onTestFinished(() => service.stop());
  const seen = openDatabase(storeFile(data));
  onTestFinished(() => void seen.close());
  const count = seen.prepare("SELECT fact_count FROM originals").pluck();
  await expect.poll(() => count.get(), { timeout: 20_000 }).toBe(14);
});
