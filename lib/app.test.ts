import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createApp } from "./app.ts";
import { DocumentId } from "./contract/ids.ts";
import { keptTexts } from "./evidence/receipts/kept-texts.ts";
import { renderCached } from "./kit/long-texts/rendered.ts";
import { type App, app, partOf } from "./running-app.ts";
import { boundedOf } from "./server/operation/bounded.ts";
import { keptText } from "./spending/library/kept-texts.ts";
import { json, startFakeUpstream } from "./testing/fake-upstream.ts";
import { openTestApp, testSettings } from "./testing/test-app.ts";
import { testOptions } from "./text/markdown/testing.ts";
import { noAnswerProblem } from "./upstream/availability.ts";
import { callFreeEndpoint } from "./upstream/call-free.ts";
import { keptContents } from "./upstream/kept-contents.ts";
import { ofFeatures } from "./testing/of-features.ts";
import { availabilityOf } from "./upstream/page-wait.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hiraku-app-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** SQLite removes its log when the last connection is closed, and only then. */
const isStoreOpen = () => existsSync(path.join(folder, "web.db-wal"));

test("an app is there for all of its process until it is disposed of, and leaves nothing open", async () => {
  {
    await using opened = await createApp(testSettings(folder));
    expect(app().store).toBe(opened.store);
    expect(app().settings.dataFolder).toBe(folder);
    expect(isStoreOpen()).toBe(true);
  }
  expect(() => app()).toThrow("No web app");
  expect(isStoreOpen()).toBe(false);
});

test("a start that fails undoes itself, and the next one finds the folder as it was", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const address = taken.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  // The metrics are what a start opens last.
  const own = { HIRAKU_HOST: "127.0.0.1", HIRAKU_WEB_METRICS_PORT: String(address.port) };
  await expect(createApp(testSettings(folder, own))).rejects.toThrow("can't be opened");
  await new Promise((resolve) => taken.close(resolve));
  expect(() => app()).toThrow("No web app");
  expect(isStoreOpen()).toBe(false);
  await using opened = await createApp(testSettings(folder));
  expect(app().store).toBe(opened.store);
});

test("what a test puts in the place of a port is what the app uses", async () => {
  await using opened = await openTestApp({}, { pauseMs: () => 1_000 });
  expect(opened.purchases.deps.pauseMs("any key")).toBe(1_000);
});

/** Everything that an app remembers while it works. */
async function warm({ service, reads, texts, imageFormats, parts }: App, baseUrl: string): Promise<void> {
  const upstream = { service, baseUrl, key: "hk_1", keyId: "key-1" };
  const nowMs = Date.now();
  await keptContents(upstream, DocumentId.parse("D1"), nowMs, "asked");
  await callFreeEndpoint(upstream, "searchIssuers", { q: "x" }).catch(() => undefined);
  service.keys.pause("key-1", "paid", { untilMs: nowMs + 60_000, code: "quota_exceeded" }, nowMs);
  availabilityOf(upstream).failed(noAnswerProblem, Number.POSITIVE_INFINITY);
  await reads.of("watches", () => Promise.resolve([]));
  const text = "本文".repeat(200_000);
  await keptText(texts.long, "a hash", () => Promise.resolve(text));
  keptTexts(texts.quoted, { kind: "content", sha256: "a hash" }, Buffer.from(JSON.stringify({ content: "本文" })));
  await renderCached(texts, "本文", testOptions);
  imageFormats.set("a hash", null);
  for (const { FeedNetworks } of await ofFeatures<{ FeedNetworks: Networks }>("feed-networks.ts"))
    partOf({ parts }, FeedNetworks).secondsToWait("192.0.2.0/24", nowMs);
}

type Networks = new () => { secondsToWait(network: string, nowMs: number): unknown };

const sizesOf = (of: App) => Object.fromEntries(boundedOf(of).map(({ name, size }) => [name, size]));

test("two apps in one process share nothing", async () => {
  const headers = { "x-ratelimit-limit": "600", "x-ratelimit-remaining": "1" };
  const content_tiers = [{ max_characters: null, credits: 5 }];
  await using fake = await startFakeUpstream((_, response) =>
    json(response, 200, { toc: [], content_tiers, issuers: [] }, headers),
  );
  await using one = await openTestApp();
  await warm(one, fake.baseUrl);
  const sizes = sizesOf(one);
  // These are counts of what is under way.
  const atRest = ["upstream_requests", "sign_in_answers_held", "update_checks", "purchases_under_way"];
  for (const [name, size] of Object.entries(sizes))
    if (!atRest.some((each) => name === `hiraku_web_${each}`)) expect(size, name).toBeGreaterThan(0);
  {
    await using other = await openTestApp();
    expect(app().store).toBe(other.store);
    for (const [name, size] of Object.entries(sizesOf(other))) expect(size, name).toBe(0);
    const { service } = other;
    expect(service.keys.lastLimits("key-1")).toBeUndefined();
    expect(service.keys.pauseFor("key-1", "paid", Date.now())).toBeUndefined();
    expect(service.tiers.of(fake.baseUrl, Date.now()).tiers).toEqual([]);
    expect(service.availabilityOf(fake.baseUrl).isAway()).toBe(false);
    expect(other.secrets).not.toEqual(one.secrets);
    expect(other.signing.all()).not.toEqual(one.signing.all());
  }
  expect(app().store).toBe(one.store);
  expect(sizesOf(one)).toEqual(sizes);
  expect(one.service.tiers.of(fake.baseUrl, Date.now()).tiers).toEqual(content_tiers);
  expect(one.service.availabilityOf(fake.baseUrl).isAway()).toBe(true);
});

/** What may live outside an app. A WeakMap may too: what it has goes with the object that it is of. */
const outsideApps: Readonly<Record<string, string>> = {
  "contract/parse-request.ts listsByName": "read from the contract",
  "features/ask/ask-model.ts agent": "opens a connection for each question, and reuses none",
  "kit/postgres/connection.ts gathering": "statements of one turn, which are sent at its end",
  "kit/postgres/connection.ts inside": "the transaction that a call is in",
  "kit/postgres/statements.ts statements": "texts of SQL with their names",
  "kit/process/at-rest.ts bytesAtRest": "the heap of the process",
  "kit/process/trace.ts current": "the trace that a call belongs to",
  "log.ts current": "the log of the process",
  "running-app.ts running": "the door to the app itself",
  "server/answer-traits.ts answerTraits": "the answer that a call is for",
  "kit/process/spans.ts begin": "set once before the app is made, where an exporter is set",
  "settings.ts known": "the environment of the process, read once",
  "store/postgres/postgres-store.ts statements": "texts of SQL with their names",
  "store/sqlite/sqlite-store.ts inside": "the transaction that a call is in",
  "store/sqlite/sqlite-store.ts turnsOfFiles": "connections of a process to one file take turns",
  "text/format/document-question.ts typesByWord": "read from a table of the code",
  "text/format/fold-characters.ts clusters": "read from a table of the code",
  "text/i18n/words.ts taken": "read from messages",
};

/** Of a statement at the top of a module: that it makes something whose content can change. */
function isState(statement: string): boolean {
  if (/^(?:export )?let /.test(statement)) return true;
  if (!/^(?:export )?const /.test(statement) || / new (?:WeakMap|BlockList|AbortController)\b/.test(statement))
    return false;
  return / = new (?:Agent|AsyncLocalStorage|Memo)\b| = new [^(]*\(\);$| = (?:\[\]|\{\});$/.test(statement);
}

test("no module of lib has a state of its own but what is declared here", () => {
  const bundled = /^next\/|testing|simulation\/|\.(?:test|engines)\.ts$/;
  const found = globSync("**/*.ts", { cwd: import.meta.dirname })
    .filter((file) => !bundled.test(file))
    .flatMap((file) =>
      readFileSync(path.join(import.meta.dirname, file), "utf8")
        .split(/\n(?=[a-z/])/)
        .filter((statement) => isState(statement.trim()))
        .map((statement) => `${file} ${/(?:let|const) (\w+)/.exec(statement)?.[1]}`),
    );
  const known = Object.keys(outsideApps).filter(
    (name) => !name.startsWith("features/") || existsSync(path.join(import.meta.dirname, name.split(" ")[0] ?? "")),
  );
  expect(found.sort()).toEqual(known.sort());
});
