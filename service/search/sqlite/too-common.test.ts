import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { migrate } from "../../storage/sqlite/migrations.ts";
import { inTransaction } from "../../storage/sqlite/writes.ts";
import { createHarness } from "../../testing/harness.ts";
import { TermTooCommonError } from "../port.ts";
import { nothingBehind } from "../testing/nothing-behind.ts";
import { documentOf, documentQuery } from "../testing/queries.ts";
import { createSearchIndex } from "./create-index.ts";
import { searchMigrations } from "./schema.ts";

const never = new AbortController().signal;

async function indexOf(documents: number, commonMax: number) {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-common-"));
  const file = join(folder, "store.db");
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const index = createSearchIndex({ db, file, threads: 1, commonMax });
  onTestFinished(async () => {
    await index.close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await inTransaction(db, async () => {
    for (let i = 0; i < documents; i++) {
      const rare = i === 3 ? "ゑびす" : "";
      await index.writer.putDocument(documentOf(`D${i}`, [`当社の配当の方針は次のとおりです。${rare}`]));
    }
  });
  return index;
}

test("a kana that stands everywhere is refused, and what narrows it is answered", async () => {
  const index = await indexOf(50, 100);
  const ask = (query: string) => index.searchDocuments(documentQuery(query), never);
  await expect(ask("の")).rejects.toThrow(TermTooCommonError);
  await expect(ask("配当 の")).rejects.toThrow(TermTooCommonError);
  expect((await ask("の方")).hits).toHaveLength(10);
  expect((await ask("当")).hits).toHaveLength(10);
  expect((await ask("ゑ")).hits.map((hit) => hit.documentId)).toEqual(["D3"]);
});

test("up to the bound it is answered", async () => {
  const index = await indexOf(50, 1_000);
  expect((await index.searchDocuments(documentQuery("の"), never)).hits).toHaveLength(10);
});

test("the service refuses it uncharged, and says what to do", async () => {
  const refused = () => Promise.reject(new TermTooCommonError("の"));
  const harness = await createHarness({ search: { ...nothingBehind, searchDocuments: refused, searchNews: refused } });
  for (const name of ["searchDocuments", "searchNews"] as const) {
    const answer = await harness.client.call(name, { query: "の", match_type: "lexical" });
    expect(answer).toMatchObject({ status: 400, code: "invalid_query_parameter", charged: 0 });
    expect(JSON.stringify(answer.json)).toContain("Add a character");
  }
});
