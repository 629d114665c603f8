import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runSql, servePostgres } from "../service/testing/database.ts";

// Each test starts several processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const postgres = servePostgres();

async function setUp() {
  const url = await postgres.newDatabase();
  const data = mkdtempSync(join(tmpdir(), "hiraku-cli-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const hiraku = (args: readonly string[], env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["cli/main.ts", ...args], {
      encoding: "utf8",
      env: { ...process.env, HIRAKU_DATA: data, HIRAKU_DATABASE_URL: url, ...env },
    });
    return { code: status, out: stdout, err: stderr };
  };
  return { url, data, hiraku };
}

test("keys, ledger and check work on the database, and leave no store in the folder", async () => {
  const { url, data, hiraku } = await setUp();
  const created: { readonly id: string } = JSON.parse(hiraku(["keys", "create", "--credits", "5", "--json"]).out);
  expect(hiraku(["keys", "grant", created.id, "2"]).out).toContain("has 7 credits");
  expect(hiraku(["ledger", "verify"])).toMatchObject({ code: 0, out: "1 keys, 2 entries: no drift.\n" });
  expect(hiraku(["check"])).toMatchObject({ code: 0, err: "" });
  await runSql(url, "UPDATE api_keys SET granted = 9, balance = 9");
  const faulty = hiraku(["check"]);
  expect([faulty.code, faulty.out]).toEqual([1, expect.stringContaining("granted is 9, its entries say 7")]);
  expect(existsSync(join(data, "service.db"))).toBe(false);
});

test("what can't be done is told in words, and never with the address", async () => {
  const { hiraku } = await setUp();
  const refused = hiraku(["serve"], { HIRAKU_SECRET: "" });
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("HIRAKU_SECRET must be set")]);
  expect(hiraku(["search", "rebuild"]).err).toContain("remove search.db");
  expect(hiraku(["search", "explain", "配当"]).err).toContain("No service has searched with the folder");
  const embedding = { HIRAKU_EMBEDDING_URL: "http://127.0.0.1:1/v1", HIRAKU_EMBEDDING_MODEL: "m" };
  expect(hiraku(["search", "embed"], embedding).err).toContain("answered by words alone");
  expect(hiraku(["search", "glossary", "--rebuild"]).out).toContain("0 pairs learned");
  expect(hiraku(["search", "glossary", "配当"]).out).toContain("配当");
  const password = "very-secret-password";
  const wrong = hiraku(["keys", "list"], { HIRAKU_DATABASE_URL: `mysql://u:${password}@h/d` });
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("HIRAKU_DATABASE_URL must be postgres://")]);
  const absent = hiraku(["keys", "list"], { HIRAKU_DATABASE_URL: `postgres://u:${password}@127.0.0.1:1/d` });
  expect([absent.code, absent.err]).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
  for (const { err } of [wrong, absent]) expect(err).not.toContain(password);
});
