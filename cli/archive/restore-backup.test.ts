import {
  copyFileSync,
  createWriteStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { lockFolder } from "../../lib/kit/process/folder-lock.ts";
import { openStore as openWebStore } from "../../lib/store/database.ts";
import {
  backup,
  check,
  data,
  folder,
  openHarness,
  passphrase,
  problemsOf,
  restore,
  web,
} from "../testing/archive-setup.ts";
import { buy } from "../testing/web-half.ts";

beforeEach(openHarness);

describe("a restore", () => {
  test("ends sessions and forgets balances that time has overtaken; sessions stay if told", async () => {
    await buy(web, data, "a");
    web.db.exec(`update intents set state = 'stored'; insert into key_states (key_id, balance, retention_seconds) values ('key', 5, 60);
      insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, state, credits_min, credits_max, created_at, opened_at, balance_before)
      values ('int_open', 'own_test', 'u', 'content', 'p', 0, 'key', 'hrk_open', 'sent', 2, 2, 0, 0, 5)`);
    const file = join(folder(), "copy.zip");
    await backup(file);
    const [ended, kept] = [join(folder(), "a"), join(folder(), "b")];
    expect((await restore(file, ended)).sessionsEnded).toBe(1);
    expect((await restore(file, kept, { keepSessions: true })).sessionsEnded).toBe(0);
    const store = openWebStore(join(ended, "web.db"));
    expect(
      store.db.prepare("select balance_before from intents where intent_id = 'int_open'").pluck().get(),
    ).toBeNull();
    expect(await store.prepare("select balance, retention_seconds from key_states").get()).toEqual({
      balance: null,
      retention_seconds: 60,
    });
    expect(store.db.prepare("select count(*) from sessions").pluck().get()).toBe(0);
    await store.close();
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
    await web.close();
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
    await buy(web, data, "a");
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
