import {
  copyFileSync,
  cpSync,
  createWriteStream,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ZipFile } from "yazl";
import { lockFolder } from "../../lib/process/folder-lock.ts";
import { openStore as openWebStore, type Store as WebStore } from "../../lib/store/database.ts";
import { openLibrary } from "../../service/library.ts";
import { openStore } from "../../service/storage/open-store.ts";
import { blobOf, jpegBytes, pdfBytes } from "../../service/testing/fixture.ts";
import { createHarness, type Harness } from "../../service/testing/harness.ts";
import { buy, createWebHalf, secret, storeBody } from "../testing/web-half.ts";
import { checkFolder } from "./check-folder.ts";
import { type BackupOptions, createBackup, StoreProblems } from "./create-backup.ts";
import { hashPath } from "./layout.ts";
import { restoreBackup, type RestoreOptions } from "./restore-backup.ts";

const original = ["getOriginal", { document_id: "READY1", original_id: "pdf" }] as const;
const page = ["getPageImage", { document_id: "READY1", page_number: 1 }] as const;
const passphrase = "correct horse battery";

let harness: Harness;
let data: string;
let web: WebStore;

/** Both halves of one folder, with a purchase that both know. */
beforeEach(async () => {
  harness = await createHarness();
  data = dirname(harness.store.file);
  web = createWebHalf(data);
  onTestFinished(() => void web.close());
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hiraku-archive-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function backup(file: string, options: Partial<BackupOptions> = {}) {
  return createBackup({
    dataFolder: data,
    file,
    secretsInEnvironment: [],
    // Most tests do without: half a second of work is the point of it.
    passphrase: undefined,
    replace: false,
    salvage: false,
    hirakuVersion: "0",
    nowMs: Date.now(),
    onProgress: () => undefined,
    ...options,
  });
}

function restore(file: string, dataFolder: string, options: Partial<RestoreOptions> = {}) {
  return restoreBackup({
    file,
    dataFolder,
    passphrase: undefined,
    secretsFile: `${file}.secrets`,
    withoutSecrets: false,
    replace: false,
    keepSessions: false,
    salvage: false,
    nowMs: Date.now(),
    ...options,
  });
}

async function problemsOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error("it succeeded"),
    (failure: unknown) => failure,
  );
  if (error instanceof StoreProblems) return error.problems.join("\n");
  return error instanceof Error ? error.message : "";
}

const check = async (dataFolder = data, secretsInEnvironment: readonly string[] = []) =>
  (await checkFolder({ dataFolder, secretsInEnvironment, onProgress: () => undefined })).flatMap((part) =>
    part.problems.map((problem) => `${part.part}: ${problem}`),
  );

const blobPath = (blob: string) => join(data, "blobs", "kept", blob.slice(0, 2), blob);

describe("a backup", () => {
  test("brings both halves back: balances, kept answers byte for byte, purchases, secrets", async () => {
    const { id, key } = await harness.newKey({ credits: 20 });
    await harness.client.call(...original, { key, idempotencyKey: "file" });
    await harness.client.call(...page, { key, idempotencyKey: "image" });
    const body = buy(web, data, "a");
    const file = join(folder(), "copy.zip");
    expect(await backup(file, { passphrase })).toMatchObject({
      halves: ["web", "service"],
      problems: [],
      secretsFile: undefined,
    });

    const target = join(folder(), "new");
    await restore(file, target, { passphrase });
    expect(readFileSync(join(target, hashPath("bodies", body)), "utf8")).toBe("body of a");
    expect(readFileSync(join(target, "web-secret"), "utf8")).toBe(`${secret}\n`);
    expect(await check(target)).toEqual([]);
    const again = openStore(target);
    const library = openLibrary(again, { dataFolder: target, madeBytesMax: 1e9, makers: {} });
    const { client } = await harness.restarted({ ...again, ...library });
    for (const [endpoint, path, bytes, idempotencyKey] of [
      ["getOriginal", "/v1/documents/READY1/originals/pdf", pdfBytes, "file"],
      ["getPageImage", "/v1/documents/READY1/pages/1/image", jpegBytes, "image"],
    ] as const) {
      const answer = await client.raw("GET", path, { key, idempotencyKey, endpoint });
      expect(answer.headers.get("idempotency-replayed")).toBe("true");
      expect(answer.bytes).toEqual(bytes);
    }
    expect(await again.keys.find(id)).toMatchObject({ charged: 9, credits: { granted: 20, balance: 11, reserved: 0 } });
    await library.close();
    again.close();
  });

  test("holds what was bought while it ran, or nothing of it: no row without its body", async () => {
    for (let at = 0; at < 40; at++) buy(web, data, `before-${at}`);
    const file = join(folder(), "copy.zip");
    let bought = 0;
    // A purchase between any two steps of the backup.
    const buying = setInterval(() => buy(web, data, `while-${bought++}`), 0);
    await backup(file);
    clearInterval(buying);
    expect(bought).toBeGreaterThan(0);
    const target = join(folder(), "new");
    const { counts } = await restore(file, target);
    expect(counts["web_purchases"]).toBeGreaterThanOrEqual(40);
    expect(await check(target)).toEqual([]);
  });

  test.each(["service", "web"] as const)("of the %s alone is a whole backup", async (half) => {
    buy(web, data, "a");
    web.close();
    const alone = folder();
    for (const name of half === "web" ? ["web.db", "web-secret", "bodies"] : ["service.db", "blobs"]) {
      cpSync(join(data, name), join(alone, name), { recursive: true });
    }
    if (half === "service") harness.store.db.pragma("wal_checkpoint(TRUNCATE)");
    copyFileSync(join(data, `${half}.db`), join(alone, `${half}.db`));
    const file = join(folder(), "copy.zip");
    expect((await backup(file, { dataFolder: alone })).halves).toEqual([half]);
    const target = join(folder(), "new");
    await restore(file, target);
    expect(existsSync(join(target, half === "web" ? "service.db" : "web.db"))).toBe(false);
    expect(await check(target)).toEqual([]);
  });

  test("is readable by its owner alone, and so is everything that is restored from it", async () => {
    buy(web, data, "a");
    const file = join(folder(), "copy.zip");
    await backup(file);
    const target = join(folder(), "new");
    await restore(file, target);
    const open = [file, `${file}.secrets`, target]
      .concat(readdirSync(target, { recursive: true, encoding: "utf8" }).map((name) => join(target, name)))
      .filter((path) => (statSync(path).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });

  test("holds no secret in clear: they are sealed, or in a file of their own", async () => {
    writeFileSync(join(data, "demo-key"), "hk_demo-key-of-this-folder\n");
    writeFileSync(join(data, "something-new"), "unknown-secret");
    const [sealed, apart] = [join(folder(), "a.zip"), join(folder(), "b.zip")];
    await backup(sealed, { passphrase });
    await backup(apart);
    for (const file of [sealed, apart]) {
      const bytes = readFileSync(file);
      for (const text of [secret, "hk_demo-key-of-this-folder", "unknown-secret"]) {
        expect(bytes.includes(text)).toBe(false);
        expect(bytes.includes(Buffer.from(text).toString("base64").slice(0, 12))).toBe(false);
      }
    }
    expect(existsSync(`${sealed}.secrets`)).toBe(false);
    expect(readFileSync(`${apart}.secrets`, "utf8")).toContain(Buffer.from(secret).toString("base64").slice(0, 40));
    const target = join(folder(), "new");
    expect((await restore(sealed, target, { passphrase })).secrets).toEqual([
      "demo-key",
      "something-new",
      "web-secret",
    ]);
  });

  test("takes a secret from the environment along, so that what is sealed opens after a restore", async () => {
    rmSync(join(data, "web-secret"));
    const file = join(folder(), "copy.zip");
    await backup(file, { secretsInEnvironment: [secret] });
    const target = join(folder(), "new");
    await restore(file, target);
    expect(await check(target)).toEqual([]);
    const without = join(folder(), "without.zip");
    expect((await backup(without)).notes.join()).toContain("secret is not in this backup");
  });
});

describe("a damaged store", () => {
  const damage: readonly (readonly [string, string, () => void])[] = [
    ["a missing body", "is missing", () => rmSync(join(data, hashPath("bodies", buy(web, data, "lost"))))],
    [
      "a body with other bytes",
      "is damaged",
      () => writeFileSync(join(data, hashPath("bodies", buy(web, data, "changed"))), "other bytes"),
    ],
    ["a missing blob", "is missing", () => rmSync(blobPath(blobOf(pdfBytes)))],
    ["a blob with other bytes", "is damaged", () => writeFileSync(blobPath(blobOf(pdfBytes)), "damaged")],
    [
      "a broken page of web.db",
      "web.db",
      () => breakPages(join(data, "web.db"), () => web.pragma("wal_checkpoint(TRUNCATE)")),
    ],
    [
      "a broken page of service.db",
      "service.db",
      () => breakPages(join(data, "service.db"), () => harness.store.db.pragma("wal_checkpoint(TRUNCATE)")),
    ],
    [
      "a web.db that is no database",
      "web.db",
      () => {
        web.pragma("wal_checkpoint(TRUNCATE)");
        writeFileSync(join(data, "web.db"), "x".repeat(8192));
      },
    ],
    [
      "a purchase without its ledger entry",
      "stored purchases have no ledger entry (int_unbooked)",
      () => {
        buy(web, data, "unbooked");
        web.exec("delete from ledger where intent_id = 'int_unbooked'");
      },
    ],
    [
      "a charge that left the service's ledger",
      "drifted",
      () => harness.store.db.exec("UPDATE api_keys SET granted = 7, balance = 6, charged = 1 WHERE rowid = 1"),
    ],
  ];

  test.each(damage)("with %s is found by the check, and never replaces a good backup", async (_name, says, spoil) => {
    buy(web, data, "a");
    const file = join(folder(), "copy.zip");
    await backup(file);
    const before = [readFileSync(file), readFileSync(`${file}.secrets`)];
    spoil();
    expect((await check()).join("\n")).toContain(says);
    expect(await problemsOf(backup(file, { replace: true }))).toContain(says);
    expect([readFileSync(file), readFileSync(`${file}.secrets`)]).toEqual(before);
    expect(readdirSync(dirname(file)).sort()).toEqual(["copy.zip", "copy.zip.secrets"]);
  });

  test("whose two ledgers tell different charges for one purchase is found", async () => {
    const { key } = await harness.newKey({ credits: 20 });
    await harness.client.call(...original, { key, idempotencyKey: "hrk_a" });
    buy(web, data, "a", 8);
    expect(await check()).toEqual([]);
    web.exec("update ledger set credits = 7");
    expect((await check()).join()).toContain(
      "both ledgers: the ledgers of web.db and service.db differ for 1 purchases: 8 charged, 7 booked",
    );
  });

  test("can be salvaged into a new file, which says so and is restored only when told", async () => {
    const lost = buy(web, data, "lost");
    const kept = buy(web, data, "kept");
    rmSync(join(data, hashPath("bodies", lost)));
    writeFileSync(blobPath(blobOf(pdfBytes)), "damaged");
    const file = join(folder(), "copy.zip");
    expect((await backup(file, { salvage: true })).problems).toHaveLength(2);
    await expect(restore(file, join(folder(), "a"))).rejects.toThrow("not whole");
    const target = join(folder(), "b");
    await restore(file, target, { salvage: true });
    expect(existsSync(join(target, hashPath("bodies", kept)))).toBe(true);
  });

  test("bodies that belong to no purchase are told and are no fault", async () => {
    buy(web, data, "a");
    storeBody(data, "nobody's");
    const parts = await checkFolder({ dataFolder: data, secretsInEnvironment: [], onProgress: () => undefined });
    expect(parts.flatMap((part) => part.problems)).toEqual([]);
    expect(parts.flatMap((part) => part.notes).join()).toContain("1 bodies belong to no purchase");
  });

  test("a secret that opens nothing in the store is found", async () => {
    expect((await check(data, ["x".repeat(40)])).join()).toContain("none of the 1 known secrets opens");
  });
});

describe("a restore", () => {
  test("ends sessions and forgets balances that time has overtaken; sessions stay if told", async () => {
    buy(web, data, "a");
    web.exec(`update intents set state = 'stored'; insert into key_states (key_id, balance, retention_seconds) values ('key', 5, 60);
      insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, state, credits_min, credits_max, created_at, opened_at, balance_before)
      values ('int_open', 'own_test', 'u', 'content', 'p', 0, 'key', 'hrk_open', 'sent', 2, 2, 0, 0, 5)`);
    const file = join(folder(), "copy.zip");
    await backup(file);
    const [ended, kept] = [join(folder(), "a"), join(folder(), "b")];
    expect((await restore(file, ended)).sessionsEnded).toBe(1);
    expect((await restore(file, kept, { keepSessions: true })).sessionsEnded).toBe(0);
    const store = openWebStore(join(ended, "web.db"));
    expect(store.prepare("select balance_before from intents where intent_id = 'int_open'").pluck().get()).toBeNull();
    expect(store.prepare("select balance, retention_seconds from key_states").get()).toEqual({
      balance: null,
      retention_seconds: 60,
    });
    expect(store.prepare("select count(*) from sessions").pluck().get()).toBe(0);
    store.close();
  });

  test("refuses a folder that is not empty, and moves what is there aside if told", async () => {
    const file = join(folder(), "copy.zip");
    await backup(file);
    const target = folder();
    writeFileSync(join(target, "anything"), "mine");
    await expect(restore(file, target)).rejects.toThrow("is not empty (it holds anything)");
    const { movedTo } = await restore(file, target, { replace: true });
    expect(readFileSync(join(movedTo ?? "", "anything"), "utf8")).toBe("mine");
    expect(await check(target)).toEqual([]);
  });

  test("refuses while either program uses the folder", async () => {
    const file = join(folder(), "copy.zip");
    await backup(file);
    await expect(restore(file, data, { replace: true })).rejects.toThrow(/web.db is in use; stop every/);
    web.close();
    await expect(restore(file, data, { replace: true })).rejects.toThrow(/service.db is in use/);
    const lock = lockFolder(data, "web.lock");
    await expect(restore(file, data, { replace: true })).rejects.toThrow(/being served by the web app/);
    lock?.release();
  });

  test.each([
    ["another passphrase", { passphrase: "another passphrase" }, "don't open"],
    ["none", { passphrase: undefined }, "--passphrase-file"],
  ])("with %s leaves the folder empty", async (_name, options, says) => {
    const file = join(folder(), "copy.zip");
    await backup(file, { passphrase });
    const target = folder();
    await expect(restore(file, target, options)).rejects.toThrow(says);
    expect(readdirSync(target).filter((name) => !name.includes(".lock"))).toEqual([]);
  });

  test("takes no secrets of another backup, and none at all only if told", async () => {
    const [one, other] = [join(folder(), "a.zip"), join(folder(), "b.zip")];
    await backup(one);
    await backup(other);
    const target = join(folder(), "new");
    await expect(restore(one, target, { secretsFile: `${other}.secrets` })).rejects.toThrow("another backup");
    rmSync(`${one}.secrets`);
    await expect(restore(one, target)).rejects.toThrow("--without-secrets");
    await restore(one, target, { withoutSecrets: true });
    expect(existsSync(join(target, "web-secret"))).toBe(false);
  });

  test("finds every byte that was changed in an archive", async () => {
    buy(web, data, "a");
    const file = join(folder(), "copy.zip");
    await backup(file);
    const { size } = statSync(file);
    for (let part = 0; part < 24; part++) {
      const spoiled = join(folder(), "spoiled.zip");
      copyFileSync(file, spoiled);
      const descriptor = openSync(spoiled, "r+");
      writeSync(
        descriptor,
        Buffer.from([readFileSync(file)[Math.floor((size * part) / 24)] ?? 0].map((byte) => byte ^ 0xff)),
        0,
        1,
        Math.floor((size * part) / 24),
      );
      const target = folder();
      const failed = await problemsOf(restore(spoiled, target));
      const unharmed = failed === "it succeeded" && (await check(target)).length === 0;
      expect(unharmed || (failed !== "it succeeded" && !existsSync(join(target, "web.db")))).toBe(true);
    }
  });

  test("of half an archive leaves the folder as it was", async () => {
    const file = join(folder(), "copy.zip");
    await backup(file);
    const half = join(folder(), "half.zip");
    writeFileSync(half, readFileSync(file).subarray(0, statSync(file).size / 2));
    const target = folder();
    await expect(restore(half, target)).rejects.toThrow("is no backup, or only a part of one");
    expect(readdirSync(target).filter((name) => !name.includes(".lock"))).toEqual([]);
  });

  test.each(["../evil", "/etc/passwd", "blobs/../../x", "service.db-wal", "blobs/kept/aa/short", "bodies/../x"])(
    "of an archive that holds '%s' is refused and writes nothing",
    async (name) => {
      const zip = new ZipFile();
      zip.addBuffer(Buffer.from("x"), "placeholder");
      zip.end();
      const made = join(folder(), "evil.zip");
      await pipeline(zip.outputStream, createWriteStream(made));
      // Of the same length, since yazl itself refuses to write such names.
      const text = readFileSync(made).toString("latin1").replaceAll("placeholder", name.padEnd(11, "x").slice(0, 11));
      writeFileSync(made, text, "latin1");
      const target = folder();
      await expect(restore(made, target)).rejects.toThrow();
      expect(readdirSync(target).filter((each) => !each.includes(".lock"))).toEqual([]);
    },
  );
});

/** Garbage over the last pages of a database, where its tables lie. */
function breakPages(file: string, checkpoint: () => unknown): void {
  checkpoint();
  const { size } = statSync(file);
  const descriptor = openSync(file, "r+");
  for (let page = 2; page * 4096 < size; page += 3)
    writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
}
