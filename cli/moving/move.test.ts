import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test, vi } from "vitest";
import { type Endpoint, endpointNames, endpointOf } from "../../lib/contract/endpoints.ts";
import { type Digest, digestOf } from "../../lib/moving/compare-tables.ts";
import { movingSqlite } from "../../lib/moving/sqlite.ts";
import { movedTables } from "../../service/storage/moving/tables.ts";
import { serveS3 } from "../../service/testing/bucket.ts";
import { conformanceCases } from "../../service/testing/conformance-cases.ts";
import { runSql, servePostgres } from "../../service/testing/database.ts";
import { blobOf, pdfBytes } from "../../service/testing/fixture.ts";
import {
  type Addresses,
  addressFile,
  boughtHouse,
  folder,
  hiraku,
  killed,
  secret,
  serve,
} from "../testing/moving-house.ts";

// Each test starts several processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const postgres = servePostgres();
const { newBucket } = serveS3();

async function engines() {
  const bucket = await newBucket();
  const changed = {
    HIRAKU_DATABASE_URL: await postgres.newDatabase(),
    HIRAKU_BLOBS_URL: bucket.address,
    HIRAKU_SECRET: secret,
  };
  return { bucket, changed, file: addressFile(changed) };
}

/** Each table's rows and the sum of their hashes. */
async function digestsIn({ HIRAKU_DATA }: Addresses): Promise<Record<string, Digest>> {
  const db = new Database(join(HIRAKU_DATA, "service.db"), { readonly: true });
  const digests: Record<string, Digest> = {};
  for (const table of movedTables) digests[table.name] = await digestOf(movingSqlite(db), table);
  db.close();
  return digests;
}

/** A purchase from before is repeated for nothing, and cursors from before go on. */
async function expectSameHouse(addresses: Addresses, bought: Awaited<ReturnType<typeof boughtHouse>>): Promise<void> {
  const house = await serve(addresses);
  const client = house.clientOf(bought.key);
  const before = await house.store.keys.find(bought.id);
  const again = await client.call("getContent", { document_id: "READY1" }, { idempotencyKey: "content" });
  expect([again.status, again.charged]).toEqual([200, 0]);
  expect(again.bytes).toEqual(bought.content.bytes);
  const original = await client.call(
    "getOriginal",
    { document_id: "READY1", original_id: "pdf" },
    { idempotencyKey: "original" },
  );
  expect([original.charged, Buffer.from(original.bytes).equals(pdfBytes)]).toEqual([0, true]);
  expect(await house.store.keys.find(bought.id)).toEqual(before);
  const more = await client.get("listDocuments", {
    timeline_since: "2020-01-01",
    limit: 10,
    cursor: bought.nextCursor ?? "",
  });
  expect(more.documents).toHaveLength(10);
  expect((await house.store.ledger.verify()).drifts).toEqual([]);
  await house.close();
}

describe("a house with purchases", () => {
  test("goes to a database and a bucket and back, and both folders are equal row for row", async () => {
    const bought = await boughtHouse();
    const { addresses } = bought;
    const { changed, file } = await engines();
    const before = await digestsIn(addresses);
    expect(Object.entries(before).filter(([, { rows }]) => rows === 0)).toEqual([]);
    const there = await hiraku(addresses, "move", "--to", file);
    expect([there.code, there.err]).toEqual([0, ""]);
    expect(there.out).toContain("Set HIRAKU_DATABASE_URL, HIRAKU_BLOBS_URL, HIRAKU_SECRET");
    expect((await hiraku(addresses, "keys", "list")).err).toContain("was moved to postgres://127.0.0.1");

    const moved = { ...changed, HIRAKU_DATA: folder() };
    await expectSameHouse(moved, bought);
    expect(await hiraku(moved, "check")).toMatchObject({ code: 0 });

    const back = { HIRAKU_DATA: join(folder(), "back") };
    const home = await hiraku(moved, "move", "--to", `${back.HIRAKU_DATA}/`);
    expect([home.code, home.err]).toEqual([0, ""]);
    // What was asked in between was counted.
    const ignored = { request_counters: undefined };
    expect({ ...(await digestsIn(back)), ...ignored }).toEqual({ ...before, ...ignored });
    await expectSameHouse(back, bought);
    expect(await hiraku(back, "check")).toMatchObject({ code: 0, err: "" });
    expect((await hiraku(moved, "keys", "list")).err).toContain("was moved to");
  });

  test("answers the conformance cases where it was moved to, and releases what is due", async () => {
    const { addresses } = await boughtHouse();
    const { changed, file } = await engines();
    expect(await hiraku(addresses, "move", "--to", file)).toMatchObject({ code: 0 });
    const house = await serve({ ...changed, HIRAKU_DATA: folder() });
    for (const name of endpointNames) {
      const row: Endpoint = endpointOf(name);
      const { ok, problems } = conformanceCases[name];
      const client = house.clientOf((await house.newKey(100_000)).key);
      const answer = await client.call(name, ok, row.auth === "health" ? { key: null } : {});
      expect([name, answer.status]).toEqual([name, 200]);
      for (const code of row.problems.filter((each) => each !== "idempotency_in_progress")) {
        const { key } = await house.newKey(100_000);
        expect([name, (await problems[code]?.({ client: house.clientOf(key) }))?.code]).toEqual([name, code]);
      }
    }
    house.clock.nowMs += 2 * 86_400_000;
    await house.library.publisher.releaseDue(house.clock.nowMs);
    const { key } = await house.newKey(100);
    expect((await house.clientOf(key).call("getContent", { document_id: "PENDING" })).status).toBe(200);
    await house.close();
  });
});

/** As many as wanted by whoever runs it longer. */
const rounds = Array.from({ length: Number(process.env["HIRAKU_KILL_ROUNDS"] ?? 1) }, (_, at) => at + 1);

describe("a move that is killed", () => {
  test.each(rounds)("goes on where it was, and never serves a part (round %i)", async () => {
    const bought = await boughtHouse();
    const { addresses } = bought;
    const { changed, file } = await engines();
    const moved = { ...changed, HIRAKU_DATA: folder() };
    const before = await digestsIn(addresses);
    for (
      let afterMs = 600;
      afterMs < 30_000 && !(await killed(afterMs, addresses, "move", "--to", file));
      afterMs *= 1.3 + Math.random() * 0.6
    ) {
      const opened = [await opens(addresses), await opens(moved)];
      // Before it has begun the folder is as it was; from then on neither opens.
      expect(opened[1] && (await isFilling(changed.HIRAKU_DATABASE_URL))).toBe(false);
      expect(opened[0] && (await hasRows(changed.HIRAKU_DATABASE_URL))).toBe(false);
    }
    const back = { HIRAKU_DATA: join(folder(), "back") };
    for (
      let afterMs = 900;
      afterMs < 30_000 && !(await killed(afterMs, moved, "move", "--to", `${back.HIRAKU_DATA}/`));
      afterMs *= 1.3 + Math.random() * 0.6
    ) {
      const opened = await hiraku(back, "keys", "list");
      if (opened.code !== 0) expect(opened.err).toContain("hiraku move");
    }
    expect(await digestsIn(back)).toEqual(before);
    await expectSameHouse(back, bought);
  });
});

const opens = async (addresses: Addresses) => (await hiraku(addresses, "keys", "list")).code === 0;

const isFilling = async (url: string) =>
  (await runSql(url, "SELECT to_regclass('service_move') AS name"))[0]?.["name"] !== null;

async function hasRows(url: string): Promise<boolean> {
  const [table] = await runSql(url, "SELECT to_regclass('documents') AS name");
  return table?.["name"] !== null && (await runSql(url, "SELECT 1 FROM documents LIMIT 1")).length > 0;
}

/** A damaged file, which is whole again afterwards, makes the move end when the rows were carried. */
async function endAfterRows({ HIRAKU_DATA }: Addresses, file: string): Promise<void> {
  const blob = blobOf(pdfBytes);
  const path = join(HIRAKU_DATA, "blobs", "kept", blob.slice(0, 2), blob);
  writeFileSync(path, "flipped");
  expect((await hiraku({ HIRAKU_DATA }, "move", "--to", file)).err).toContain("is damaged");
  writeFileSync(path, pdfBytes);
}

describe("what is wrong is found", () => {
  async function setUp() {
    const { addresses } = await boughtHouse();
    return { addresses, ...(await engines()) };
  }

  test("a file that was lost or damaged in the source stops it, and names the file", async () => {
    const { addresses, file } = await setUp();
    const blob = blobOf(pdfBytes);
    const path = join(addresses.HIRAKU_DATA, "blobs", "kept", blob.slice(0, 2), blob);
    writeFileSync(path, "flipped");
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain(`the file ${blob} is damaged`);
    rmSync(path);
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain(`the file ${blob} is missing`);
    writeFileSync(path, pdfBytes);
    expect(await hiraku(addresses, "move", "--to", file)).toMatchObject({ code: 0 });
  });

  test("a wrong sum in the source stops it before anything is closed", async () => {
    const { addresses, file } = await setUp();
    const change = (sql: string) => {
      const db = new Database(join(addresses.HIRAKU_DATA, "service.db"));
      db.exec(sql);
      db.close();
    };
    change("UPDATE ledger_entries SET credits = credits + 1 WHERE kind = 'charge'");
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain("is not whole: the ledger has drifted");
    expect((await hiraku(addresses, "keys", "list")).code).toBe(0);
    change("UPDATE ledger_entries SET credits = credits - 1 WHERE kind = 'charge'");
    expect(await hiraku(addresses, "move", "--to", file)).toMatchObject({ code: 0 });
  });

  test.each([
    [
      "a changed value",
      "UPDATE documents SET title = title || '。' WHERE document_id = 'READY1'",
      "documents has other values",
    ],
    [
      "a flipped byte of a text",
      "UPDATE section_texts SET markdown = set_byte(markdown, 9, get_byte(markdown, 9) # 1) WHERE position = 0",
      "section_texts has other values",
    ],
    [
      "a lost row",
      "DELETE FROM idempotent_responses WHERE idempotency_key = 'content'",
      "idempotent_responses has 2 rows instead of 3",
    ],
    [
      "a credit too many",
      "UPDATE api_keys SET granted = granted + 1, balance = balance + 1 WHERE granted > 0",
      "api_keys has other values",
    ],
  ])("%s in the target keeps it closed", async (_, sql, words) => {
    const { addresses, changed, file } = await setUp();
    await endAfterRows(addresses, file);
    await runSql(changed.HIRAKU_DATABASE_URL, `SET TRANSACTION READ WRITE; ${sql}`);
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain(words);
    expect((await hiraku({ ...changed, HIRAKU_DATA: folder() }, "keys", "list")).err).toContain("is being filled");
  });
});

describe("a move is refused", () => {
  test("where the file of addresses can be read by others, or names what it doesn't know", async () => {
    const { addresses } = await boughtHouse();
    const { changed } = await engines();
    expect((await hiraku(addresses, "move", "--to", addressFile(changed, 0o640))).err).toContain("chmod 600");
    expect((await hiraku(addresses, "move", "--to", addressFile({ HIRAKU_PORT: "1" }))).err).toContain(
      "sets HIRAKU_PORT",
    );
    const { HIRAKU_SECRET: _, ...without } = changed;
    expect((await hiraku(addresses, "move", "--to", addressFile(without))).err).toContain("HIRAKU_SECRET must");
    writeFileSync(join(addresses.HIRAKU_DATA, "web-secret"), `${"w".repeat(43)}\n`, { mode: 0o600 });
    expect((await hiraku(addresses, "move", "--to", addressFile(changed))).err).toContain(
      "must end with the secret of",
    );
  });

  test("where a program runs, at home or on the database, and where something is there already", async () => {
    const { addresses } = await boughtHouse();
    const { changed, file } = await engines();
    const home = await serve(addresses);
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain("is in use");
    await home.close();
    const moved = { ...changed, HIRAKU_DATA: folder() };
    const there = await serve(moved);
    await there.store.keys.list();
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain("is in use by");
    await there.newKey(1);
    await there.close();
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain("is not empty (it has rows in api_keys)");
    expect((await hiraku(addresses, "keys", "list")).code).toBe(0);
    expect((await hiraku(moved, "keys", "list")).code).toBe(0);
  });

  test("into a target that a move was given up for, and the source is served again", async () => {
    const { addresses } = await boughtHouse();
    const { changed, file } = await engines();
    await endAfterRows(addresses, file);
    expect((await hiraku(addresses, "keys", "list")).err).toContain("is being moved to");
    expect(await hiraku(addresses, "move", "--to", file, "--cancel")).toMatchObject({ code: 0, err: "" });
    expect((await hiraku(addresses, "keys", "list")).code).toBe(0);
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain("holds what another move has left");
    expect((await hiraku({ ...changed, HIRAKU_DATA: folder() }, "keys", "list")).err).toContain("is being filled");
  });
});
