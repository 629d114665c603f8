import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openLibrary } from "../../service/library.ts";
import { openStore } from "../../service/storage/open-store.ts";
import { jpegBytes, pdfBytes } from "../../service/testing/fixture.ts";
import {
  backup,
  check,
  data,
  folder,
  harness,
  openHarness,
  original,
  page,
  passphrase,
  restore,
  web,
} from "../testing/archive-setup.ts";
import { buy, secret } from "../testing/web-half.ts";
import { hashPath } from "./layout.ts";

beforeEach(openHarness);

describe("a backup", () => {
  test("brings both halves back: balances, kept answers byte for byte, purchases, secrets", async () => {
    const { id, key } = await harness.newKey({ credits: 20 });
    await harness.client.call(...original, { key, idempotencyKey: "file" });
    await harness.client.call(...page, { key, idempotencyKey: "image" });
    const body = await buy(web, data, "a");
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
    for (let at = 0; at < 40; at++) await buy(web, data, `before-${at}`);
    const file = join(folder(), "copy.zip");
    let bought = 0;
    // A purchase between any two steps of the backup.
    const buying = setInterval(() => void buy(web, data, `while-${bought++}`), 0);
    await backup(file);
    clearInterval(buying);
    expect(bought).toBeGreaterThan(0);
    const target = join(folder(), "new");
    const { counts } = await restore(file, target);
    expect(counts["web_purchases"]).toBeGreaterThanOrEqual(40);
    expect(await check(target)).toEqual([]);
  });

  test.each(["service", "web"] as const)("of a %s of a newer version is refused in one sentence", async (half) => {
    const later = "insert into migrations values ('later-9', 0)";
    if (half === "web") await web.prepare(later).run();
    else harness.store.db.prepare(later).run();
    const said = await backup(join(folder(), "copy.zip")).then(String, (error: unknown) => (error as Error).message);
    expect(said).toMatch(/newer version.*\(it holds later-9\)\.$/);
  });

  test.each(["service", "web"] as const)("of the %s alone is a whole backup", async (half) => {
    await buy(web, data, "a");
    await web.close();
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
    await buy(web, data, "a");
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
