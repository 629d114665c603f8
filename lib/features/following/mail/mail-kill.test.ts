import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runSql, servePostgres } from "../../../../service/testing/database.ts";
import { loadSecrets } from "../../../owners/secrets.ts";
import { readSettings } from "../../../settings.ts";
import { Claims } from "../../../store/claims.ts";
import { openDatabaseStore, type Store } from "../../../store/database.ts";
import { createOwner } from "../../../store/owners.ts";
import { addWatch } from "../../../store/watches.ts";
import { type FakeUpstream, json, startFakeUpstream } from "../../../testing/fake-upstream.ts";
import { Listing, owner as ownerId } from "../testing/listing.ts";
import { type FakeSmtp, startFakeSmtp } from "../testing/smtp-server.ts";
import { mailSender } from "./smtp.ts";
import { askForMail, confirmMail, endMailByToken } from "./subscribe.ts";

const address = "Reader.CANARY@mail.example";
const origin = "https://hiraku.example";
const postgres = servePostgres();
const folder = mkdtempSync(path.join(tmpdir(), "hiraku-mail-kill-"));
const listing = new Listing();
let service: FakeUpstream;
let smtp: FakeSmtp;
let environment: Record<string, string>;
let store: Store;
let url: string;
/** All that the apps have logged. */
let logged = "";

beforeAll(async () => {
  service = await startFakeUpstream((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
    if (pathname !== "/v1/documents") return json(response, 200, { status: "ok", version: "1" });
    const cursor = searchParams.get("cursor");
    const since = searchParams.get("timeline_since") ?? "";
    return json(response, 200, listing.list({ timeline_since: since, ...(cursor === null ? {} : { cursor }) }));
  });
  smtp = await startFakeSmtp();
  url = await postgres.newDatabase();
  environment = {
    HIRAKU_DATA: folder,
    HIRAKU_WEB_DATABASE_URL: url,
    HIRAKU_WEB_BLOBS_URL: path.join(folder, "bodies"),
    HIRAKU_API_URL: service.baseUrl,
    HIRAKU_SECRET: "a-secret-of-this-test-that-is-long-enough",
    HIRAKU_PUBLIC_URL: origin,
    HIRAKU_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?from=hiraku@hiraku.example`,
    HIRAKU_UPDATES_SECONDS: "2",
    HIRAKU_LOG_LEVEL: "debug",
  };
  store = await openDatabaseStore(url);
});
afterAll(async () => {
  await store.close();
  await service[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Apps on one database, each a process. */
function startApps(count = 2): readonly ChildProcess[] {
  const program = path.join(import.meta.dirname, "../testing/run-updates.ts");
  return Array.from({ length: count }, () => {
    const app = spawn(process.execPath, [program], { env: { ...process.env, ...environment }, stdio: "pipe" });
    for (const stream of [app.stdout, app.stderr]) stream.on("data", (bytes: Buffer) => (logged += bytes.toString()));
    return app;
  });
}

async function kill(apps: readonly ChildProcess[], signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  await Promise.all(
    apps.map(async (app) => {
      app.kill(signal);
      if (app.exitCode === null && app.signalCode === null) await once(app, "exit");
    }),
  );
  await runSql(url, "update claims set lease_until = 0");
}

const soon = { timeout: 30_000, interval: 30 };
const nextDay = () => runSql(url, "update daily_mails set taken_day = '2000-01-01' where taken_day is not null");
const outcome = async () => (await runSql(url, "select outcome from daily_mails"))[0]?.["outcome"];
const isFound = async (id: string) =>
  (
    await runSql(
      url,
      `select 1 as found from update_sources join updates using (update_id) where document_id = '${id}'`,
    )
  ).length > 0;
const plainText = (source: string) => (source.split("text/html")[0] ?? "").replace(/=\r\n/g, "").replaceAll("=3D", "=");

/** The apps find the news and end, without a mail that is due: today's is taken. */
async function publishedAndFound(id: string, apps: readonly ChildProcess[] = startApps(1)): Promise<void> {
  await runSql(url, "update daily_mails set taken_day = '9999-12-31'");
  await runSql(url, "update kept_keys set next_check_at = 0");
  listing.publish(id, new Date().toISOString());
  await vi.waitUntil(() => isFound(id), soon);
  await kill(apps);
  await nextDay();
}

it("two apps that are killed while they send a mail never send it twice, nor any after the end", async () => {
  const settings = readSettings(environment);
  const { smtp: server } = settings;
  if (server === undefined) throw new Error("no mail server");
  const secrets = loadSecrets(settings);
  const deps = { store, secrets, claims: new Claims(store), mail: { origin, send: mailSender(server) } };
  await createOwner(store, { owner_id: ownerId, created_at: 0, recovery_hash: null });
  await addWatch(store, ownerId, { security_code: "7203", name: null, name_en: null, added_at: Date.now() - 60_000 });
  const upstream = { ...service.as("hk_test"), keyId: "key-1" };
  const owner = { ownerId, upstream, fingerprint: "", sessionHash: "", demo: false, createdAtMs: 0 };
  await askForMail(deps, owner, { address, hour: 0, locale: "en", consent: true }, Date.now());
  const asked = plainText(smtp.accepted[0]?.source ?? "");
  await confirmMail(deps, /do=confirm&token=([\w-]{43})/.exec(asked)?.[1] ?? "", Date.now());
  smtp.accepted.length = 0;

  // Killed before the mail is accepted, after it and before the answer, with the answer, and at any moment.
  const rounds = 4;
  const sentAfter: number[] = [];
  await publishedAndFound("d0");
  for (let round = 0; round < rounds; round++) {
    const before = smtp.accepted.length;
    const apps = startApps();
    const kinds = ["unanswered", "answered", "at any moment", "refused"] as const;
    const kind = kinds[round % kinds.length];
    smtp.answer = () => {
      if (kind === "unanswered" || kind === "answered") for (const app of apps) app.kill("SIGKILL");
      return kind === "unanswered" ? undefined : kind === "refused" ? "451 later" : "250 taken";
    };
    if (kind === "at any moment") await sleep(500 + 70 * round);
    else await vi.waitUntil(async () => smtp.accepted.length > before || (await outcome()) === "again", soon);
    await kill(apps);
    smtp.answer = () => "250 taken";
    const again = startApps(1);
    await vi.waitUntil(async () => ["sent", "taken", "again", "unknown"].includes(String(await outcome())), soon);
    await sleep(600);
    expect(smtp.accepted.length - before, `round ${round}`).toBeLessThanOrEqual(1);
    sentAfter.push(smtp.accepted.length);
    await publishedAndFound(round + 1 < rounds ? `d${round + 1}` : "last", again);
  }

  const apps = startApps(1);
  await vi.waitUntil(async () => (await outcome()) === "sent", soon);
  // Stopped in peace, they write all of their log.
  await kill(apps, "SIGTERM");
  const mails = smtp.accepted.map(({ source }) => plainText(source));
  for (let round = 0; round < rounds; round++) {
    const at = mails.findIndex((mail) => new RegExp(`/documents/d${round}\\b`).test(mail));
    expect(mails.filter((mail) => new RegExp(`/documents/d${round}\\b`).test(mail)).length).toBeLessThanOrEqual(1);
    if (at < 0) expect(mails[sentAfter[round] ?? -1], `round ${round}`).toContain("may not have reached you");
  }
  expect(mails.at(-1)).toContain("/documents/last");

  expect(await endMailByToken(deps, /do=end&token=([\w-]{43})/.exec(mails.at(-1) ?? "")?.[1] ?? "")).toBe(true);
  const sent = smtp.accepted.length;
  listing.publish("after", new Date().toISOString());
  await nextDay();
  const after = startApps(1);
  await sleep(1_500);
  await kill(after);
  expect(smtp.accepted.length).toBe(sent);

  expect(logged).toContain("mail_sent");
  expect(logged).not.toMatch(/canary|mail\.example|token=/i);
}, 180_000);
