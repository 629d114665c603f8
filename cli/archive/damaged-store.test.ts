import { existsSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { blobOf, pdfBytes } from "../../service/testing/fixture.ts";
import {
  backup,
  blobPath,
  check,
  data,
  folder,
  harness,
  openHarness,
  original,
  problemsOf,
  restore,
  web,
} from "../testing/archive-setup.ts";
import { buy, storeBody } from "../testing/web-half.ts";
import { checkFolder } from "./check-folder.ts";
import { hashPath } from "./layout.ts";

beforeEach(openHarness);

describe("a damaged store", () => {
  const damage: readonly (readonly [string, string, () => unknown])[] = [
    ["a missing body", "is missing", async () => rmSync(join(data, hashPath("bodies", await buy(web, data, "lost"))))],
    [
      "a body with other bytes",
      "is damaged",
      async () => writeFileSync(join(data, hashPath("bodies", await buy(web, data, "changed"))), "other bytes"),
    ],
    ["a missing blob", "is missing", () => rmSync(blobPath(blobOf(pdfBytes)))],
    ["a blob with other bytes", "is damaged", () => writeFileSync(blobPath(blobOf(pdfBytes)), "damaged")],
    [
      "a broken page of web.db",
      "web.db",
      () => breakPages(join(data, "web.db"), () => web.db.pragma("wal_checkpoint(TRUNCATE)")),
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
        web.db.pragma("wal_checkpoint(TRUNCATE)");
        writeFileSync(join(data, "web.db"), "x".repeat(8192));
      },
    ],
    [
      "a purchase without its ledger entry",
      "stored purchases have no ledger entry (int_unbooked)",
      async () => {
        await buy(web, data, "unbooked");
        web.db.exec("delete from ledger where intent_id = 'int_unbooked'");
      },
    ],
    [
      "a charge that left the service's ledger",
      "drifted",
      () => harness.store.db.exec("UPDATE api_keys SET granted = 7, balance = 6, charged = 1 WHERE rowid = 1"),
    ],
  ];

  test.each(damage)("with %s is found by the check, and never replaces a good backup", async (_name, says, spoil) => {
    await buy(web, data, "a");
    const file = join(folder(), "copy.zip");
    await backup(file);
    const before = [readFileSync(file), readFileSync(`${file}.secrets`)];
    await spoil();
    expect((await check()).join("\n")).toContain(says);
    expect(await problemsOf(backup(file, { replace: true }))).toContain(says);
    expect([readFileSync(file), readFileSync(`${file}.secrets`)]).toEqual(before);
    expect(readdirSync(dirname(file)).sort()).toEqual(["copy.zip", "copy.zip.secrets"]);
  });

  test("whose two ledgers tell different charges for one purchase is found", async () => {
    const { key } = await harness.newKey({ credits: 20 });
    await harness.client.call(...original, { key, idempotencyKey: "hrk_a" });
    await buy(web, data, "a", 8);
    expect(await check()).toEqual([]);
    web.db.exec("update ledger set credits = 7");
    expect((await check()).join()).toContain(
      "both ledgers: the ledgers of web.db and service.db differ for 1 purchases: 8 charged, 7 booked",
    );
  });

  test("can be salvaged into a new file, which says so and is restored only when told", async () => {
    const lost = await buy(web, data, "lost");
    const kept = await buy(web, data, "kept");
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
    await buy(web, data, "a");
    storeBody(data, "nobody's");
    const parts = await checkFolder({ dataFolder: data, secretsInEnvironment: [], onProgress: () => undefined });
    expect(parts.flatMap((part) => part.problems)).toEqual([]);
    expect(parts.flatMap((part) => part.notes).join()).toContain("1 bodies belong to no purchase");
  });

  test("a secret that opens nothing in the store is found", async () => {
    expect((await check(data, ["x".repeat(40)])).join()).toContain("none of the 1 known secrets opens");
  });
});

/** Garbage over the last pages of a database, where its tables lie. */
function breakPages(file: string, checkpoint: () => unknown): void {
  checkpoint();
  const { size } = statSync(file);
  const descriptor = openSync(file, "r+");
  for (let page = 2; page * 4096 < size; page += 3)
    writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
}
