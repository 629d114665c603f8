import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test, vi } from "vitest";
import { type Endpoint, endpointNames, endpointOf } from "../../lib/contract/endpoints.ts";
import { type Digest, digestOf } from "../../lib/kit/moving/compare-tables.ts";
import { movingSqlite } from "../../lib/kit/moving/sqlite.ts";
import { readBlobPlace } from "../../lib/kit/objects/place.ts";
import { openDatabaseStore, openStore } from "../../lib/store/database.ts";
import { rowsOf } from "../../lib/store/testing/full-store.ts";
import { readConfig } from "../../service/config.ts";
import { serviceTables } from "../../service/storage/moving/tables.ts";
import { serveS3 } from "../../service/testing/bucket.ts";
import { conformanceCases } from "../../service/testing/conformance-cases.ts";
import { runSql, servePostgres } from "../../service/testing/database.ts";
import { blobOf, pdfBytes } from "../../service/testing/fixture.ts";
import { keyOfContent, ownedIn } from "../testing/bought-web-half.ts";
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

import { houseOf, webSecretsOf } from "./house.ts";

// Each test starts several processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const postgres = servePostgres();
const { newBucket } = serveS3();

async function engines() {
  const bucket = await newBucket();
  const changed = {
    HIRAKU_DATABASE_URL: await postgres.newDatabase(),
    HIRAKU_BLOBS_URL: bucket.address,
    HIRAKU_WEB_DATABASE_URL: await postgres.newDatabase(),
    HIRAKU_WEB_BLOBS_URL: bucket.address,
    HIRAKU_SECRET: secret,
  };
  return { bucket, changed, file: addressFile(changed) };
}

/** Each table's rows and the sum of their hashes. */
async function digestsIn({ HIRAKU_DATA }: Addresses): Promise<Record<string, Digest>> {
  const db = new Database(join(HIRAKU_DATA, "service.db"), { readonly: true });
  const digests: Record<string, Digest> = {};
  for (const table of serviceTables()) digests[table.name] = await digestOf(movingSqlite(db), table);
  db.close();
  return digests;
}

/** Every row of the web app's half, its bodies, and its signing keys, in a folder. */
function webHalfIn({ HIRAKU_DATA }: Addresses) {
  const db = new Database(join(HIRAKU_DATA, "web.db"));
  const rows = rowsOf(db);
  db.close();
  const bodies = join(HIRAKU_DATA, "bodies");
  const files = readdirSync(bodies, { recursive: true, encoding: "utf8" }).filter((name) =>
    /^..\/[0-9a-f]{64}$/.test(name),
  );
  const read = (...names: string[]) => readFileSync(join(HIRAKU_DATA, ...names)).toString("base64");
  return {
    rows,
    bodies: Object.fromEntries(files.sort().map((name) => [name, read("bodies", name)])),
    keys: read("receipt-keys"),
    secret: readFileSync(join(HIRAKU_DATA, "web-secret"), "utf8"),
  };
}

/** What was owned is owned, sessions and receipts go on, and what was asked for is asked for under its former key. */
async function expectSameWebHalf(addresses: Addresses, bought: Awaited<ReturnType<typeof boughtHouse>>): Promise<void> {
  const { HIRAKU_DATA: data, HIRAKU_WEB_DATABASE_URL: url, HIRAKU_WEB_BLOBS_URL: place = "" } = addresses;
  const store = url === undefined ? openStore(join(data, "web.db")) : await openDatabaseStore(url);
  const owned = await ownedIn(store, data, readBlobPlace(place), bought.web.ownerId);
  expect(owned).toEqual(bought.web.owned);
  await store.close();
  const told = async (...args: [string, ...string[]]) => JSON.parse((await hiraku(addresses, ...args, "--json")).out);
  expect(await told("sessions", "list")).toMatchObject([{ owner: bought.web.ownerId, browser: "Firefox" }]);
  expect(await told("receipt-keys", "list")).toMatchObject(bought.web.kids.map((kid) => ({ kid })));
  const secrets = houseOf(
    { env: addresses, print: () => {}, warn: () => {}, isTerminal: false },
    readConfig(addresses),
  );
  expect(keyOfContent(bought.key, webSecretsOf(secrets))).toBe(bought.contentKey);
}

/** A purchase from before is repeated for nothing, and cursors from before go on. */
async function expectSameHouse(addresses: Addresses, bought: Awaited<ReturnType<typeof boughtHouse>>): Promise<void> {
  const house = await serve(addresses);
  const client = house.clientOf(bought.key);
  const before = await house.store.keys.find(bought.id);
  const again = await client.call("getContent", { document_id: "READY1" }, { idempotencyKey: bought.contentKey });
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
  await expectSameWebHalf(addresses, bought);
}

describe("a house with purchases", () => {
  test("goes to a database and a bucket and back, and both folders are equal row for row", async () => {
    const bought = await boughtHouse();
    const { addresses } = bought;
    const { changed, file } = await engines();
    const [before, webBefore] = [await digestsIn(addresses), webHalfIn(addresses)];
    expect(Object.entries(webBefore.rows).filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(Object.entries(before).filter(([, { rows }]) => rows === 0)).toEqual([]);
    const there = await hiraku(addresses, "move", "--to", file);
    expect([there.code, there.err]).toEqual([0, ""]);
    expect(there.out).toContain(
      "Set HIRAKU_DATABASE_URL, HIRAKU_BLOBS_URL, HIRAKU_WEB_DATABASE_URL, HIRAKU_WEB_BLOBS_URL, HIRAKU_SECRET",
    );
    expect(there.out).toContain("The web app, moved and verified: ");
    expect((await hiraku(addresses, "keys", "list")).err).toContain("was moved to postgres://127.0.0.1");
    expect((await hiraku(addresses, "sessions", "list")).err).toContain("was moved to postgres://127.0.0.1");

    const moved = { ...changed, HIRAKU_DATA: folder() };
    await expectSameHouse(moved, bought);
    expect(await hiraku(moved, "check")).toMatchObject({ code: 0 });

    const back = { HIRAKU_DATA: join(folder(), "back") };
    const home = await hiraku(moved, "move", "--to", `${back.HIRAKU_DATA}/`);
    expect([home.code, home.err]).toEqual([0, ""]);
    // What was asked in between was counted.
    const ignored = { request_counters: undefined };
    expect({ ...(await digestsIn(back)), ...ignored }).toEqual({ ...before, ...ignored });
    expect(webHalfIn(back)).toEqual(webBefore);
    await expectSameHouse(back, bought);
    expect(await hiraku(back, "check")).toMatchObject({ code: 0, err: "" });
    expect((await hiraku(moved, "keys", "list")).err).toContain("was moved to");
    expect((await hiraku(moved, "sessions", "list")).err).toContain("was moved to");
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
    const [before, webBefore] = [await digestsIn(addresses), webHalfIn(addresses)];
    for (
      let afterMs = 600;
      afterMs < 30_000 && !(await killed(afterMs, addresses, "move", "--to", file));
      afterMs *= 2.2 + Math.random() * 0.8
    ) {
      for (const half of halves) {
        const opened = [await opens(addresses, half), await opens(moved, half)];
        // Before it has begun the folder is as it was; from then on neither opens.
        expect(opened[1] && (await isFilling(changed[half.database], half))).toBe(false);
        expect(opened[0] && (await hasRows(changed[half.database], half))).toBe(false);
      }
    }
    const back = { HIRAKU_DATA: join(folder(), "back") };
    for (
      let afterMs = 900;
      afterMs < 30_000 && !(await killed(afterMs, moved, "move", "--to", `${back.HIRAKU_DATA}/`));
      afterMs *= 2.2 + Math.random() * 0.8
    ) {
      const opened = await hiraku(back, "keys", "list");
      if (opened.code !== 0) expect(opened.err).toContain("hiraku move");
      const web = await hiraku(back, "sessions", "list");
      if (web.code !== 0) expect(web.err).toMatch(/hiraku move|There is no store/);
    }
    expect(await digestsIn(back)).toEqual(before);
    expect(webHalfIn(back)).toEqual(webBefore);
    await expectSameHouse(back, bought);
  });
});

const halves = [
  { name: "service", command: "keys", database: "HIRAKU_DATABASE_URL", table: "documents" },
  { name: "web", command: "sessions", database: "HIRAKU_WEB_DATABASE_URL", table: "artifacts" },
] as const;
type HalfOfHouse = (typeof halves)[number];

const opens = async (addresses: Addresses, { command }: HalfOfHouse) =>
  (await hiraku(addresses, command, "list")).code === 0;

const isFilling = async (url: string, { name }: HalfOfHouse) =>
  (await runSql(url, `SELECT to_regclass('${name}_move') AS name`))[0]?.["name"] !== null;

async function hasRows(url: string, { table }: HalfOfHouse): Promise<boolean> {
  const [found] = await runSql(url, `SELECT to_regclass('${table}') AS name`);
  return found?.["name"] !== null && (await runSql(url, `SELECT 1 FROM ${table} LIMIT 1`)).length > 0;
}

/** A damaged body, which is whole again afterwards, makes the move end when the rows of both halves were carried. */
async function endAfterRows(addresses: Addresses, file: string): Promise<string> {
  const body = aBody(addresses);
  const bytes = readFileSync(body.path);
  writeFileSync(body.path, "flipped");
  expect((await hiraku(addresses, "move", "--to", file)).err).toContain(`the file ${body.hash} is damaged`);
  writeFileSync(body.path, bytes);
  return body.hash;
}

/** Something that was bought. */
function aBody({ HIRAKU_DATA }: Addresses) {
  const db = new Database(join(HIRAKU_DATA, "web.db"), { readonly: true });
  const hash = String(db.prepare("SELECT min(sha256) FROM artifacts").pluck().get());
  db.close();
  return { hash, path: join(HIRAKU_DATA, "bodies", hash.slice(0, 2), hash) };
}

describe("what is wrong is found", () => {
  async function setUp() {
    const { addresses } = await boughtHouse();
    return { addresses, ...(await engines()) };
  }

  test("a file that was lost or damaged in the source stops it, and names the file", async () => {
    const { addresses, file, bucket, changed } = await setUp();
    const body = aBody(addresses);
    renameSync(body.path, `${body.path}.away`);
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain(`the file ${body.hash} is missing`);
    renameSync(`${body.path}.away`, body.path);
    const blob = blobOf(pdfBytes);
    await bucket.remove(`kept/${blob.slice(0, 2)}/${blob}`);
    const path = join(addresses.HIRAKU_DATA, "blobs", "kept", blob.slice(0, 2), blob);
    writeFileSync(path, "flipped");
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain(`the file ${blob} is damaged`);
    rmSync(path);
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain(`the file ${blob} is missing`);
    writeFileSync(path, pdfBytes);
    // One that is damaged where it went is brought again.
    await bucket.put(`bodies/${body.hash.slice(0, 2)}/${body.hash}`, "flipped");
    expect(await hiraku(addresses, "move", "--to", file)).toMatchObject({ code: 0 });
    expect(await hiraku({ ...changed, HIRAKU_DATA: folder() }, "check")).toMatchObject({ code: 0 });
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

  test("a value, byte, row or credit that is another in the target keeps it closed", async () => {
    const { addresses, changed, file } = await setUp();
    await endAfterRows(addresses, file);
    const [service, web] = [changed.HIRAKU_DATABASE_URL, changed.HIRAKU_WEB_DATABASE_URL];
    const flip =
      "UPDATE section_texts SET markdown = set_byte(markdown, 9, get_byte(markdown, 9) # 1) WHERE position = 0";
    const credit = (by: number) =>
      `UPDATE api_keys SET granted = granted + ${by}, balance = balance + ${by} WHERE granted > 0`;
    for (const { url, sql, back, words } of [
      {
        ...{ url: service, words: "documents has other values" },
        sql: "UPDATE documents SET title = title || '。' WHERE document_id = 'READY1'",
        back: "UPDATE documents SET title = left(title, -1) WHERE document_id = 'READY1'",
      },
      { url: service, sql: flip, back: flip, words: "section_texts has other values" },
      { url: service, sql: credit(1), back: credit(-1), words: "api_keys has other values" },
      {
        ...{ url: web, words: "dossiers has other values" },
        sql: "UPDATE dossiers SET record = record || ' '",
        back: "UPDATE dossiers SET record = left(record, -1)",
      },
      {
        ...{ url: web, words: "owned_words has other values" },
        sql: "UPDATE owned_words SET words = words || 'zz '",
        back: "UPDATE owned_words SET words = left(words, -3)",
      },
      { url: web, sql: "DELETE FROM deliveries", back: "SELECT 1", words: "deliveries has 0 rows instead of 3" },
      {
        ...{ url: service, back: "SELECT 1", words: "idempotent_responses has 2 rows instead of 3" },
        sql: "DELETE FROM idempotent_responses WHERE idempotency_key = 'page'",
      },
    ]) {
      await runSql(url, `SET TRANSACTION READ WRITE; ${sql}`);
      expect((await hiraku(addresses, "move", "--to", file)).err).toContain(words);
      await runSql(url, `SET TRANSACTION READ WRITE; ${back}`);
    }
    const moved = { ...changed, HIRAKU_DATA: folder() };
    for (const command of ["keys", "sessions"])
      expect((await hiraku(moved, command, "list")).err).toContain("is being filled");
  });

  test("books of the two halves that differ, and a secret that does not open what is sealed", async () => {
    const { addresses, changed, file } = await setUp();
    const inWeb = (sql: string) => {
      const db = new Database(join(addresses.HIRAKU_DATA, "web.db"));
      db.exec(sql);
      db.close();
    };
    const other = { ...addresses, HIRAKU_SECRET: "x".repeat(40) };
    const wrong = await hiraku(other, "move", "--to", addressFile({ ...changed, HIRAKU_SECRET: "x".repeat(40) }));
    expect(wrong.err).toContain("none of the known secrets opens");
    inWeb("UPDATE ledger SET credits = credits + 1 WHERE intent_id = 'int_text'");
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain(
      "the ledgers of web.db and service.db differ",
    );
    expect((await hiraku({ ...changed, HIRAKU_DATA: folder() }, "sessions", "list")).err).toContain("is being filled");
  });
});

describe("other ways", () => {
  test("files alone go to a bucket and back, and the store is closed while they do", async () => {
    const bought = await boughtHouse();
    const { addresses } = bought;
    const { bucket } = await engines();
    const places = { HIRAKU_BLOBS_URL: bucket.address, HIRAKU_WEB_BLOBS_URL: bucket.address };
    const [before, file] = [webHalfIn(addresses), addressFile(places)];
    const body = aBody(addresses);
    const bytes = readFileSync(body.path);
    writeFileSync(body.path, "flipped");
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain("is damaged");
    // What was interrupted is closed until it is ended or given up.
    expect((await hiraku(addresses, "sessions", "list")).err).toContain("is being moved to s3://");
    writeFileSync(body.path, bytes);
    expect(await hiraku(addresses, "move", "--to", file, "--cancel")).toMatchObject({ code: 0 });
    expect(await hiraku(addresses, "sessions", "list")).toMatchObject({ code: 0 });
    // The place holds what was given up.
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain("is not empty");
    const other = (await newBucket()).address;
    const again = { HIRAKU_BLOBS_URL: other, HIRAKU_WEB_BLOBS_URL: other };
    expect(await hiraku(addresses, "move", "--to", addressFile(again))).toMatchObject({ code: 0, err: "" });
    for (const name of ["bodies", "blobs"]) rmSync(join(addresses.HIRAKU_DATA, name), { recursive: true });
    await expectSameHouse({ ...addresses, ...again }, bought);
    const home = addressFile({ HIRAKU_BLOBS_URL: "", HIRAKU_WEB_BLOBS_URL: "" });
    expect(await hiraku({ ...addresses, ...again }, "move", "--to", home)).toMatchObject({ code: 0, err: "" });
    expect(webHalfIn(addresses).bodies).toEqual(before.bodies);
    expect(await hiraku(addresses, "check")).toMatchObject({ code: 0 });
  });

  test("from one database to another, where the files stay; a house that was left is left once", async () => {
    const bought = await boughtHouse();
    const { addresses } = bought;
    const [{ changed, file }, elsewhere] = [await engines(), await engines()];
    expect(await hiraku(addresses, "move", "--to", file)).toMatchObject({ code: 0 });
    expect((await hiraku(addresses, "move", "--to", elsewhere.file)).err).toContain("was moved to postgres://");
    const moved = { ...changed, HIRAKU_DATA: folder() };
    const { HIRAKU_DATABASE_URL, HIRAKU_WEB_DATABASE_URL } = elsewhere.changed;
    await runSql(changed.HIRAKU_DATABASE_URL, "UPDATE installation SET changes_dropped_to = 7");
    // With a secret of its own before the older one.
    const second = { HIRAKU_DATABASE_URL, HIRAKU_WEB_DATABASE_URL, HIRAKU_SECRET: `${"r".repeat(40)} ${secret}` };
    const there = await hiraku(moved, "move", "--to", addressFile(second));
    expect([there.code, there.err]).toEqual([0, ""]);
    await expectSameWebHalf({ ...moved, ...second }, bought);
    // A follower that missed what was dropped before begins anew there too.
    const kept = await runSql(HIRAKU_DATABASE_URL, "SELECT changes_dropped_to FROM installation");
    expect(kept).toMatchObject([{ changes_dropped_to: "7" }]);
    expect(await hiraku({ ...moved, ...second }, "check")).toMatchObject({ code: 0 });
    expect((await hiraku(moved, "sessions", "list")).err).toContain("was moved to");
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
    // Restored, it would be served.
    expect((await hiraku(addresses, "backup", join(folder(), "half.zip"))).err).toContain("is being moved to");
    expect(await hiraku(addresses, "move", "--to", file, "--cancel")).toMatchObject({ code: 0, err: "" });
    expect((await hiraku(addresses, "keys", "list")).code).toBe(0);
    expect((await hiraku(addresses, "move", "--to", file)).err).toContain("holds what another move has left");
    expect((await hiraku({ ...changed, HIRAKU_DATA: folder() }, "keys", "list")).err).toContain("is being filled");
  });
});
