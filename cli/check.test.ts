import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openStore as openWebStore } from "../lib/store/database.ts";
import { newApiKey, secretHashOf } from "../service/domain/keys/api-key.ts";
import { openStore } from "../service/storage/open-store.ts";
import { verifyDatabases } from "./archive/verify-databases.ts";
import { runHiraku } from "./testing/run-hiraku.ts";

vi.setConfig({ testTimeout: 120_000 });

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hiraku-check-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function check(data: string) {
  const { code, out } = await runHiraku({ HIRAKU_DATA: data }, "check");
  return { code, said: out };
}

test("a live demo key is named with its credits, and no more once it is revoked", async () => {
  const data = folder();
  const store = openStore(data);
  onTestFinished(() => store.close());
  const key = newApiKey();
  const row = { id: "key_demo", name: "demo", secretHash: secretHashOf(key), createdAtMs: 0, credits: 500 };
  await store.keys.create({ ...row, entitled: true, perMinute: 600, perDay: null });
  expect((await check(data)).said).not.toContain("demo key");
  writeFileSync(join(data, "demo-key"), `${key}\n`, { mode: 0o600 });
  const { code, said } = await check(data);
  expect(code).toBe(0);
  expect(said).toContain("the demo key key_demo is live, with 500 credits");
  await store.keys.revoke("key_demo", 1);
  expect((await check(data)).said).not.toContain("demo key");
});

test("stores whose first start was cut off are whole, and what a start does is told", async () => {
  const data = folder();
  openStore(data).close();
  await openWebStore(join(data, "web.db")).close();
  for (const name of ["service.db", "web.db"]) {
    truncateSync(join(data, name), 0);
  }
  const { code, said } = await check(data);
  expect(said).toMatch(/service\.db +ok  0 tables\n +\(the database is empty/);
  expect(said.match(/the next start makes its tables/g)).toHaveLength(2);
  expect(said).not.toContain("FAULTY");
  expect(code).toBe(0);
  openStore(data).close();
  await openWebStore(join(data, "web.db")).close();
  writeFileSync(join(data, "web-secret"), `${"s".repeat(43)}\n`, { mode: 0o600 });
  expect(await check(data)).toMatchObject({ code: 0, said: expect.stringContaining("0 ledger entries") });
});

test("a write-ahead log that was cut anywhere is no fault, since a start goes on from what is left of it", async () => {
  const data = folder();
  const service = openStore(data);
  const web = openWebStore(join(data, "web.db"));
  onTestFinished(async () => {
    service.close();
    await web.close();
  });
  for (let i = 0; i < 20; i++) await web.prepare("insert into owners (owner_id, created_at) values (?, 0)").run(`${i}`);
  const size = statSync(join(data, "web.db-wal")).size;
  for (const part of [1, 0.97, 0.8, 0.5, 0.2, 0.01, 0]) {
    const cut = folder();
    for (const name of ["web.db", "service.db"]) {
      for (const file of [name, `${name}-wal`]) copyFileSync(join(data, file), join(cut, file));
      truncateSync(join(cut, `${name}-wal`), Math.floor(statSync(join(cut, `${name}-wal`)).size * part));
    }
    expect(verifyDatabases(cut).problems, `${part} of ${size} bytes`).toEqual([]);
    openStore(cut).close();
    await openWebStore(join(cut, "web.db")).close();
    expect(verifyDatabases(cut)).toMatchObject({ problems: [], notes: [] });
  }
});
