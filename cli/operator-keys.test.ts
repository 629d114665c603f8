import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { isWellFormedOperatorKey } from "../service/domain/keys/api-key.ts";
import { openStore } from "../service/storage/open-store.ts";
import { run } from "./keys.ts";

let data: string;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "hiraku-operator-keys-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
});

async function keys(...args: string[]): Promise<string> {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  expect(await run(args, { env: { HIRAKU_DATA: data }, print, warn: print, isTerminal: false })).toBe(0);
  return printed.join("\n");
}

const Made = z.object({ id: z.string(), key: z.string() });

test("an operator's key is shown once, is listed apart from readers' keys, and is revoked by its id", async () => {
  const { id, key } = Made.parse(JSON.parse(await keys("create", "--operator", "--name", "desk", "--json")));
  expect(isWellFormedOperatorKey(key)).toBe(true);
  expect(await keys("list", "--json")).toBe("[]");
  const listed = await keys("list", "--operator", "--json");
  expect(JSON.parse(listed)).toMatchObject([{ id, name: "desk", revoked_at: null }]);
  expect(listed).not.toContain(key);
  expect(await keys("revoke", id)).toBe(`${id} is revoked.`);
  expect(await keys("revoke", id)).toBe(`${id} is revoked.`);
  expect(await keys("list", "--operator")).toBe(`${id}  revoked  desk`);
});

test("what the command does with operators' keys is in the log", async () => {
  const { id } = Made.parse(JSON.parse(await keys("create", "--operator", "--name", "desk", "--json")));
  await keys("revoke", id);
  const store = openStore(data);
  onTestFinished(() => store.close());
  expect(await store.operator.changes(9)).toMatchObject([
    { action: "operator_key_revoked", subject: id, detail: "desk", operatorKeyId: null },
    { action: "operator_key_made", subject: id, detail: "desk", operatorKeyId: null },
  ]);
  expect(() => store.db.exec("DELETE FROM operator_changes")).toThrow(/append-only/);
  expect(() => store.db.exec("UPDATE operator_changes SET address = 'elsewhere'")).toThrow(/append-only/);
});
