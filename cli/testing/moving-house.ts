import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { defaultPlace, readBlobPlace } from "../../lib/kit/objects/place.ts";
import { createService } from "../../service/app.ts";
import { environment as variables } from "../../service/config.ts";
import { type Library, openLibrary } from "../../service/library.ts";
import { contentTagKeyFileName, readOrCreateSecret, sharedSecret } from "../../service/operation/secret.ts";
import { openServiceStore } from "../../service/storage/open-service-store.ts";
import type { IngestRecord } from "../../service/storage/ports.ts";
import { createKey, publishFixture, testDeps } from "../../service/testing/deps.ts";
import { at, documents, jpegBytes } from "../../service/testing/fixture.ts";
import { createTestClient } from "../../service/testing/test-client.ts";
import { boughtWebHalf, keyOfContent } from "./bought-web-half.ts";
import { runHiraku } from "./run-hiraku.ts";

export const secret = "new-secret-of-both-programs-0123456789";

/** A house as its settings have it. */
export type Addresses = Readonly<Record<string, string>> & { readonly HIRAKU_DATA: string };

export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hiraku-move-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A file of addresses that only its owner can read. */
export function addressFile(addresses: Readonly<Record<string, string>>, mode = 0o600): string {
  const file = join(folder(), "addresses");
  writeFileSync(
    file,
    Object.entries(addresses)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
    { mode },
  );
  return file;
}

const environment = (addresses: Addresses) => ({ NODE_ENV: "test" as const, ...variables, ...addresses });

export const hiraku = (addresses: Addresses, ...args: string[]) => runHiraku(addresses, ...args);

/** Ends the command after so many milliseconds, without a word; true where it had ended by itself. */
export async function killed(afterMs: number, addresses: Addresses, ...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, ["cli/main.ts", ...args], { env: environment(addresses), stdio: "ignore" });
  const timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  const [code] = await once(child, "exit");
  clearTimeout(timer);
  return code === 0;
}

/** The house at these addresses, served as by the program, at an instant of the fixture. */
export async function serve(addresses: Addresses) {
  const { HIRAKU_DATA: data, HIRAKU_DATABASE_URL: databaseUrl = "", HIRAKU_BLOBS_URL = "" } = addresses;
  const store = await openServiceStore({ data, databaseUrl });
  const place = HIRAKU_BLOBS_URL === "" ? defaultPlace(data) : readBlobPlace(HIRAKU_BLOBS_URL);
  const library = openLibrary(store, { dataFolder: data, place, madeBytesMax: 1_000_000_000, makers: {} });
  const clock = { nowMs: at("2025-06-30", 12) };
  const { installation } = store;
  const service = createService({
    ...testDeps(store, library, clock),
    secret: installation === undefined ? readOrCreateSecret(data) : sharedSecret([secret], installation.carriedSecret),
    contentTagKey: installation?.contentTagKey ?? readOrCreateSecret(data, contentTagKeyFileName),
  });
  return {
    store,
    library,
    clock,
    clientOf: (key: string) => createTestClient(service, key),
    newKey: (credits: number | null) => createKey(store, clock.nowMs, { credits }),
    async close() {
      await service.close();
      await library.close();
      await store.close();
    },
  };
}

let madeOnce: ReturnType<typeof makeBoughtHouse> | undefined;
afterAll(async () => {
  if (madeOnce !== undefined) rmSync((await madeOnce).addresses.HIRAKU_DATA, { recursive: true, force: true });
});

/** A copy of a store in a folder of its own: the store is made once for the tests of a file. */
export async function boughtHouse() {
  madeOnce ??= makeBoughtHouse();
  const made = await madeOnce;
  const addresses = { HIRAKU_DATA: folder() };
  cpSync(made.addresses.HIRAKU_DATA, addresses.HIRAKU_DATA, { recursive: true, preserveTimestamps: true });
  return { ...made, addresses };
}

/** The fixture and a small sample market in a folder, with keys that bought what is charged in each way. */
async function makeBoughtHouse() {
  const addresses = { HIRAKU_DATA: mkdtempSync(join(tmpdir(), "hiraku-move-")) };
  await hiraku(addresses, "sample", "load", "--issuers", "2", "--years", "1", "--lengths", "short");
  await hiraku(addresses, "keys", "create", "--operator", "--name", "night watch");
  const house = await serve(addresses);
  const { key, id } = await house.newKey(50);
  const client = house.clientOf(key);
  const nowMs = house.clock.nowMs;
  // Words that stand match what is filed from their day on.
  house.clock.nowMs = at("2025-06-26", 12);
  await client.call("standPhrase", { phrase: "保証会社" });
  house.clock.nowMs = nowMs;
  await publishFixture(house.library);
  const used = (name: string) => ({ idempotencyKey: name });
  const contentKey = keyOfContent(key, [secret]);
  const content = await client.call("getContent", { document_id: "READY1" }, used(contentKey));
  await client.call("getOriginal", { document_id: "READY1", original_id: "pdf" }, used("original"));
  await client.call("getPageImage", { document_id: "READY1", page_number: 1 }, used("page"));
  await client.call("listNews", { timeline_since: "2025-01-01" });
  for (let i = 0; i < 3; i++) await client.call("verifyQuote", { document_id: "LONG", quote: "い".repeat(40) });
  const page = await client.get("listDocuments", { timeline_since: "2020-01-01", limit: 10 });
  await house.newKey(null);
  await withoutSection(house.library);
  const picture = await house.library.blobs.put([jpegBytes], "made");
  await house.store.library().files.recordPageFile("READY1", 1, picture);
  await house.store.ingestRecords().put([listOfADay(house.clock.nowMs)]);
  await house.close();
  const web = await boughtWebHalf(addresses.HIRAKU_DATA, { secret, key: contentKey, ...content });
  return { addresses, key, id, content, contentKey, web, nextCursor: page.next_cursor };
}

function listOfADay(atMs: number): IngestRecord {
  const nothing = { submittedAtMs: null, detail: null, reason: null, message: null, attempts: 0, dueAtMs: null };
  return { ...nothing, key: "list:2025-06-27", kind: "list", state: "done", fingerprint: "1", day: "2025-06-27", atMs };
}

/** A section that is gone leaves its id; with a figure. */
async function withoutSection({ blobs, publisher }: Library): Promise<void> {
  const before = documents.find(({ documentId }) => documentId === "TEN-K-1");
  const [section] = before?.sections ?? [];
  if (before === undefined || section === undefined) throw new Error("The fixture has no such document.");
  const { blob } = await blobs.put([jpegBytes], "kept");
  await publisher.publishDocument({
    ...before,
    sections: [section],
    images: [{ name: "figure.jpg", mediaType: "image/jpeg", blob }],
  });
}
