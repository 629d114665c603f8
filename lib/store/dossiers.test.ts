import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore, type Store } from "./database.ts";
import { findDossier, findSharedDossier, keepDossier, noteRecheck, shareDossier, unshareDossier } from "./dossiers.ts";
import { removeOutdatedData } from "./sqlite/after-restore.ts";

let folder: string;
let file: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hiraku-dossiers-"));
  file = path.join(folder, "web.db");
  store = openStore(file);
  for (const owner of ["ann", "bob"]) {
    await store.prepare("insert into owners (owner_id, created_at) values (?, 0)").run(owner);
  }
  await keepDossier(store, row);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
const row = { answer_id: "a1", owner_id: "ann", upstream: "http://s", record: '{"first":1}', issued_at: 1 };
const share = (shareId: string) => shareDossier(store, { answerId: "a1", shareId, at: 2 });

test("the first signed record stays, and only its owner finds it by the answer", async () => {
  expect((await keepDossier(store, { ...row, record: '{"second":1}' }))?.record).toBe('{"first":1}');
  expect(await findDossier(store, "bob", "a1")).toBeUndefined();
  // Nobody takes over a record under another's answer.
  expect(await keepDossier(store, { ...row, owner_id: "bob" })).toBeUndefined();
});

test("shared twice it has one address; unshared the address is unknown, and the next one is another", async () => {
  expect(await findSharedDossier(store, "s1")).toBeUndefined();
  expect(await share("s1")).toBe("s1");
  expect(await share("s2")).toBe("s1");
  expect((await findSharedDossier(store, "s1"))?.answer_id).toBe("a1");
  await unshareDossier(store, "bob", "a1");
  expect(await findSharedDossier(store, "s1")).toBeDefined();
  await unshareDossier(store, "ann", "a1");
  expect(await findSharedDossier(store, "s1")).toBeUndefined();
  expect(await share("s3")).toBe("s3");
  expect(await findSharedDossier(store, "s1")).toBeUndefined();
});

test("a re-check is kept beside the record, which it does not change", async () => {
  await noteRecheck(store, "a1", '{"at":"","documents":[]}');
  expect(await findDossier(store, "ann", "a1")).toMatchObject({
    record: row.record,
    recheck: '{"at":"","documents":[]}',
  });
});

test("a restored backup shares nothing, and a deleted library keeps no dossier", async () => {
  await share("s1");
  await store.close();
  removeOutdatedData(file, { keepSessions: false });
  store = openStore(file);
  expect(await findSharedDossier(store, "s1")).toBeUndefined();
  expect((await findDossier(store, "ann", "a1"))?.record).toBe(row.record);
  await store.prepare("delete from owners where owner_id = 'ann'").run();
  expect(await findDossier(store, "ann", "a1")).toBeUndefined();
});
