import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { seal } from "../../lib/owners/sealing.ts";
import { secretVersions } from "../../lib/owners/secrets.ts";
import { openStore, type Store } from "../../lib/store/database.ts";
import type { SqliteStore } from "../../lib/store/sqlite/sqlite-store.ts";
import { hashPath } from "../archive/layout.ts";

export const secret = "s".repeat(43);
export const owner = "own_test";

/** The web app's data in a data folder: one owner, a session, and purchases. */
export async function createWebHalf(dataFolder: string): Promise<SqliteStore> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataFolder, "web-secret"), `${secret}\n`, { mode: 0o600 });
  const store = openStore(join(dataFolder, "web.db"));
  await store.prepare("insert into owners (owner_id, created_at) values (?, 0)").run(owner);
  const sealed = seal("hk_key", { owner, purpose: "api-key" }, secretVersions([secret]));
  await store
    .prepare(
      `insert into sessions (session_hash, owner_id, key_id, upstream, sealed_key, demo, created_at, seen_at)
       values ('hash', ?, 'key', 'http://service', ?, 0, 0, 0)`,
    )
    .run(owner, sealed);
  return store;
}

export function storeBody(dataFolder: string, bytes: string): string {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const path = join(dataFolder, hashPath("bodies", hash));
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, bytes, { mode: 0o600 });
  return hash;
}

/** A stored purchase: its body, its artifact, its ledger entry. */
export async function buy(store: Store, dataFolder: string, name: string, credits = 2): Promise<string> {
  const hash = storeBody(dataFolder, `body of ${name}`);
  const intent = { intent: `int_${name}`, owner, name, key: `hrk_${name}`, artifact: `art_${name}` };
  await store.atomically(async () => {
    await store
      .prepare(
        `insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, state,
           credits_min, credits_max, created_at, opened_at)
         values (@intent, @owner, 'http://service', 'content', @name, 0, 'key', @key, 'stored', 2, 8, 0, 0)`,
      )
      .run(intent);
    await store
      .prepare(
        `insert into artifacts (artifact_id, intent_id, owner_id, upstream, kind, params, epoch, sha256, byte_size, media_type, stored_at)
         values (@artifact, @intent, @owner, 'http://service', 'content', @name, 0, @hash, 1, 'application/json', 0)`,
      )
      .run({ ...intent, hash });
    await store
      .prepare("insert into ledger (intent_id, owner_id, at, credits, credits_max) values (?, ?, 0, ?, 8)")
      .run(intent.intent, owner, credits);
  });
  return hash;
}
