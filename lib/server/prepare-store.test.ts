import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runSql, servePostgres } from "../../service/testing/database.ts";
import { readBlobPlace } from "../kit/objects/place.ts";
import { prepareStore } from "./prepare-store.ts";

const postgres = servePostgres();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hiraku-prepare-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const old = "o".repeat(32);
const recent = "n".repeat(32);
const placesOf = (databaseUrl: string, secrets: string[], bodies = "bodies-of-all") => ({
  databaseUrl,
  secrets,
  dataFolder: folder,
  blobs: readBlobPlace(path.join(folder, bodies)),
});

test("a database is made fit by the first start, and takes the secret that was put before the older one", async () => {
  const url = await postgres.newDatabase();
  await Promise.all([prepareStore(placesOf(url, [old])), prepareStore(placesOf(url, [old]))]);
  await prepareStore(placesOf(url, [recent, old]));
  await prepareStore(placesOf(url, [recent]));
  // What is sealed since would not open.
  await expect(prepareStore(placesOf(url, [old]))).rejects.toThrow("HIRAKU_SECRET is not the secret of this database");
});

test("a place of files is one of this installation, and the same for all once something was bought", async () => {
  const [url, other] = [await postgres.newDatabase(), await postgres.newDatabase()];
  await prepareStore(placesOf(url, [old]));
  await expect(prepareStore(placesOf(other, [old]))).rejects.toThrow("holds the files of another installation");
  await runSql(
    url,
    `insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, state, credits_min,
       credits_max, created_at, opened_at) values ('i', 'o', 'u', 'k', 'p', 0, 'k', 'ik', 'stored', 1, 1, 0, 0);
     insert into artifacts (artifact_id, intent_id, owner_id, upstream, kind, params, epoch, sha256, byte_size, media_type,
       stored_at) values ('a', 'i', 'o', 'u', 'k', 'p', 0, 'h', 1, 't', 0)`,
  );
  await prepareStore(placesOf(url, [old]));
  const moved = prepareStore(placesOf(url, [old], "elsewhere"));
  await expect(moved).rejects.toThrow("does not hold the files of this installation");
});

test("a database that can't be reached is told, without its password", async () => {
  const failed = prepareStore(placesOf("postgres://user:canary@127.0.0.1:1/none", [old]));
  await expect(failed).rejects.toThrow("ECONNREFUSED");
  await expect(failed).rejects.not.toThrow("canary");
}, 30_000);
