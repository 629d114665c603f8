import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadSigningKeys, publicKeys } from "../../lib/evidence/receipts/signing-keys.ts";
import type { BlobPlace } from "../../lib/kit/objects/place.ts";
import { recognise } from "../../lib/owners/identity.ts";
import { seal, sealPurposes } from "../../lib/owners/sealing.ts";
import { deriveKey, secretVersions } from "../../lib/owners/secrets.ts";
import { beginSession } from "../../lib/owners/sessions.ts";
import { openBodies } from "../../lib/spending/adapters/open-bodies.ts";
import { purchaseStore } from "../../lib/spending/adapters/purchase-store.ts";
import { idempotencyKey } from "../../lib/spending/engine/idempotency.ts";
import { simSpender, startApp } from "../../lib/spending/simulation/app.ts";
import { drive, SeededRandom, SimClock, SimDisk } from "../../lib/spending/simulation/environment.ts";
import { SimService } from "../../lib/spending/simulation/service.ts";
import { openStore, type Store } from "../../lib/store/database.ts";
import { createOwner } from "../../lib/store/owners.ts";
import { fillEmptyTables } from "../../lib/store/testing/full-store.ts";
import { searchedWords } from "../../lib/text/library-words.ts";
import { hashPath } from "../archive/layout.ts";

const upstream = "http://service";
const unit = { kind: "content", params: '{"document_id":"READY1"}' } as const;

/** Under which the web app with these secrets asks for that text, and asks again. */
export function keyOfContent(apiKey: string, secrets: readonly string[]): string {
  const oldest = secretVersions(secrets).at(-1);
  if (oldest === undefined) throw new Error("no secret");
  return idempotencyKey({ upstream, key: apiKey }, unit, 0, deriveKey(oldest, "purchases"));
}

export interface BoughtText {
  readonly secret: string;
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly charged: number;
}

/** What the web app keeps: somebody signed in who bought a text of the service, single things and a basket. */
export async function boughtWebHalf(data: string, text: BoughtText) {
  writeFileSync(join(data, "web-secret"), `${text.secret}\n`, { mode: 0o600 });
  const versions = secretVersions([text.secret]);
  const store = openStore(join(data, "web.db"));
  const disk = new SimDisk();
  const identity = await recognise(store, { upstream, apiKey: "hk_web", versions, nowMs: Date.now() });
  const session = {
    identity,
    upstreamUrl: upstream,
    apiKey: "hk_web",
    demo: false,
    browser: "Firefox",
    nowMs: Date.now(),
  };
  await beginSession(store, { ...session, versions });
  const spender = { ...simSpender(identity.ownerId, upstream), keyId: identity.keyId };
  await buyAll(store, disk, spender);
  await store
    .prepare("insert into replaced_bodies values ('int_old', ?, 'broke off', 5)")
    .run(keep(disk, "half of it"));
  await bookText(store, { ...text, ownerId: identity.ownerId, sha256: keep(disk, text.bytes) });
  for (const each of ["own_b", "own_c"])
    await createOwner(store, { owner_id: each, created_at: 2, recovery_hash: null });
  const context = { owner: identity.ownerId, purpose: sealPurposes.sessionKey };
  fillEmptyTables(store.db, seal("hk_web", context, versions));
  // Numbers of rows that are gone are not given again.
  store.db.exec("delete from update_sources where seq = (select max(seq) from update_sources)");
  for (const [hash, bytes] of disk.files) {
    const path = join(data, hashPath("bodies", hash));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, bytes, { mode: 0o600 });
  }
  const owned = await ownedIn(store, data, undefined, identity.ownerId);
  await store.close();
  const kids = publicKeys(loadSigningKeys(data)).map(({ kid }) => kid);
  return { ownerId: identity.ownerId, owned, kids };
}

async function buyAll(store: Store, disk: SimDisk, spender: ReturnType<typeof simSpender>): Promise<void> {
  const clock = new SimClock(Date.UTC(2026, 10, 21, 3));
  const random = new SeededRandom(7);
  const options = { idempotent: true, withBalance: true, withSizes: true, balance: 1_000, faultRate: 0 };
  const { purchaseService } = startApp({ clock, random, disk, store, service: new SimService(clock, random, options) });
  const pages = { kind: "pages", document_id: "D1", pages: [1, 2] } as const;
  const sections = { kind: "sections", document_id: "D1", sections: ["s1-2"] } as const;
  const buying = (async () => {
    for (const action of [pages, sections, { kind: "basket", lines: [{ ...pages, pages: [4] }] } as const]) {
      const quote = await purchaseService.quote(spender, action);
      const id = await purchaseService.confirm(spender, { token: quote.token, max_credits: quote.price.max });
      if (action.kind === "basket") await purchaseService.runner.baskets.run(id);
    }
  })();
  buying.catch(() => undefined);
  await drive(clock, buying, 400_000);
  await buying;
}

function keep(disk: SimDisk, bytes: Uint8Array | string): string {
  const hash = createHash("sha256").update(bytes).digest("hex");
  disk.files.set(hash, Buffer.from(bytes));
  return hash;
}

/** As the web app books what the service has charged. */
async function bookText(
  store: Store,
  { ownerId, sha256, ...text }: BoughtText & { readonly ownerId: string; readonly sha256: string },
): Promise<void> {
  const row = { ...unit, ownerId, upstream, sha256, key: text.key, charged: text.charged, size: text.bytes.byteLength };
  await store
    .prepare(
      `insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, document_id, state,
         credits_min, credits_max, created_at, opened_at)
       values ('int_text', @ownerId, @upstream, @kind, @params, 0, 'key', @key, 'READY1', 'stored', 2, 8, 0, 0)`,
    )
    .run(row);
  await store
    .prepare(
      `insert into artifacts (artifact_id, intent_id, owner_id, upstream, kind, params, epoch, document_id, sha256, byte_size,
         media_type, stored_at)
       values ('art_text', 'int_text', @ownerId, @upstream, @kind, @params, 0, 'READY1', @sha256, @size, 'application/json', 0)`,
    )
    .run(row);
  await store
    .prepare("insert into ledger (intent_id, owner_id, at, credits, credits_max) values ('int_text', ?, 0, ?, 8)")
    .run(ownerId, text.charged);
}

/** What the owner has of it, through the store's own door, and the bytes of a page that was bought. */
export async function ownedIn(store: Store, data: string, blobs: BlobPlace | undefined, ownerId: string) {
  const { artifacts, library } = purchaseStore(store);
  const page = await artifacts.pageOf(ownerId, upstream, "D1", 1);
  const found = await library.items({ owner_id: ownerId, words: searchedWords("沿革"), limit: 50 });
  const bytes = page === undefined ? undefined : await openBodies(data, blobs).read(page.sha256);
  return { page: page?.artifact_id, bytes, found: found.map(({ artifact_id }) => artifact_id) };
}
