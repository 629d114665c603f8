import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CopyObjectCommand, CreateBucketCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { z } from "zod";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { startS3Server } from "../s3-server.ts";
import { type Deployment, deployment, hiraku, Load, makeData, Skipped, startUnit } from "./programs.ts";

const credentials = { accessKeyId: "drill", secretAccessKey: "drill-secret" };
const secret = "a-secret-of-the-drill-0123456789abcdef";

/** Backups of a service on engines, as docs/scale.md has them, while it is bought from. */
export async function enginesDrill(work: string): Promise<string[]> {
  for (const tool of ["pg_dump", "pg_restore", "pg_basebackup", "psql"]) {
    if (spawnSync(tool, ["--version"]).error !== undefined)
      throw new Skipped(`${tool} is not installed (Debian: postgresql-client)`);
  }
  const s3 = await startS3Server();
  const archive = openFolder(path.join(work, "archive"));
  chmodSync(work, 0o755);
  const live = await startPostgres({
    durable: true,
    folder: path.join(work, "live"),
    settings: [
      "wal_level=replica",
      "archive_mode=on",
      `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    ],
  });
  const running: { stop(): void | Promise<void> }[] = [live];
  try {
    const client = new S3Client({ endpoint: s3.url, region: "us-east-1", forcePathStyle: true, credentials });
    for (const Bucket of ["first", "copy"]) await client.send(new CreateBucketCommand({ Bucket }));
    const at = (bucket: string) => `s3://${bucket}/files?endpoint=${s3.url}&region=us-east-1`;
    const first = await serviceOn(urlOf(live, "postgres"), at("first"), path.join(work, "data"));
    const { key } = makeData(first.env);
    const service = await startUnit("hiraku-service", first);
    running.push({ stop: () => service.stop("SIGTERM") });
    const paths = await textsAndPagesAt(first.apiUrl, key);
    const load = new Load(async (nth): Promise<Bought> => {
      const [path, idempotencyKey] = [paths[nth % paths.length] ?? "", randomUUID()];
      const { sha256 } = await buy(first.apiUrl, key, path, idempotencyKey);
      return { idempotencyKey, path, sha256 };
    });

    await load.until(20);
    const dumped = [...load.bought];
    const dump = path.join(work, "hiraku.dump");
    execFileSync("pg_dump", ["--format=custom", `--file=${dump}`, urlOf(live, "postgres")]);
    const objects = await copyBucket(client, "first", "copy");
    await load.until(load.bought.length + 5);

    const base = path.join(work, "later", "data");
    execFileSync(
      "pg_basebackup",
      ["--checkpoint=fast", "--wal-method=none", `--pgdata=${base}`, `--dbname=${urlOf(live, "postgres")}`],
      { stdio: "pipe" },
    );
    await load.until(load.bought.length + 10);
    const before = await load.pause();
    const instant = query(live, "SELECT clock_timestamp()");
    await pause(1_100);
    await load.until(before.length + 10);
    const after = (await load.pause()).slice(before.length);
    query(live, "SELECT pg_switch_wal()");
    await untilArchived(archive, query(live, "SELECT last_archived_wal FROM pg_stat_archiver"), live);
    await service.stop("SIGTERM");

    execFileSync("psql", ["--quiet", "--command=CREATE DATABASE restored", urlOf(live, "postgres")]);
    execFileSync("pg_restore", ["--exit-on-error", "--no-owner", `--dbname=${urlOf(live, "restored")}`, dump]);
    const restored = await serviceOn(urlOf(live, "restored"), at("copy"), path.join(work, "restored"));
    const fromDump = await expectWhole(restored, key, dumped);

    const target = [`recovery_target_time=${instant}`, "recovery_target_action=promote"];
    const later = await startPostgres({
      durable: true,
      folder: path.join(work, "later"),
      settings: [`restore_command=cp ${archive}/%f %p`, ...target],
      recovering: true,
    });
    running.push(later);
    const recovered = await serviceOn(urlOf(later, "postgres"), at("first"), path.join(work, "recovered"));
    const fromArchive = await expectWhole(recovered, key, before);
    const entries = Number(query(later, "SELECT count(*) FROM ledger_entries WHERE kind = 'charge'"));
    if (entries !== before.length) throw new Error(`recovery holds ${entries} charges instead of ${before.length}`);
    return [
      `pg_dump and ${objects} objects under load: ${dumped.length} purchases repeated for nothing from the copy (${fromDump})`,
      `recovery to ${instant}: ${before.length} purchases there, ${after.length} later ones not (${fromArchive})`,
    ];
  } finally {
    for (const each of running.reverse()) await each.stop();
    s3.stop();
  }
}

/** A folder that the database's own user may write. */
function openFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  return folder;
}

function urlOf({ url }: PostgresServer, database: string): string {
  return url.replace(/\/postgres$/, `/${database}`);
}

function query({ url }: PostgresServer, sql: string): string {
  return execFileSync("psql", ["-XtAc", sql, url], { encoding: "utf8" }).trim();
}

interface Bought {
  readonly idempotencyKey: string;
  readonly path: string;
  readonly sha256: string;
}

/** A service on a database and a bucket. */
function serviceOn(databaseUrl: string, blobsUrl: string, data: string): Promise<Deployment> {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return deployment(data, {
    HIRAKU_DATABASE_URL: databaseUrl,
    HIRAKU_BLOBS_URL: blobsUrl,
    HIRAKU_SECRET: secret,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
}

/** check and ledger verify say yes, and each purchase is repeated word for word and for nothing. */
async function expectWhole(at: Deployment, key: string, bought: readonly Bought[]): Promise<string> {
  const checked = hiraku(at.env, "check").trim().split("\n").at(-1) ?? "";
  const ledger = hiraku(at.env, "ledger", "verify").trim();
  const service = await startUnit("hiraku-service", at);
  try {
    for (const each of bought) {
      const { sha256, charged } = await buy(at.apiUrl, key, each.path, each.idempotencyKey);
      if (charged !== 0 || sha256 !== each.sha256) throw new Error(`${each.path} was not repeated: ${charged} charged`);
    }
  } finally {
    await service.stop("SIGTERM");
  }
  return `${checked.replace(/^.* is/, "it is")} ${ledger}`;
}

async function buy(url: string, key: string, at: string, idempotencyKey: string) {
  const answer = await fetch(`${url}${at}`, {
    headers: { Authorization: `Bearer ${key}`, "Idempotency-Key": idempotencyKey },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${at} answered ${answer.status}: ${bytes.toString("utf8")}`);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { sha256, charged: Number(answer.headers.get("x-credits-charged")) };
}

const Listed = z.object({
  documents: z.array(
    z.object({ document_id: z.string(), content_status: z.string(), image_available: z.boolean().nullable() }),
  ),
});

async function textsAndPagesAt(url: string, key: string): Promise<string[]> {
  const answer = await fetch(`${url}/v1/documents?timeline_since=2000-01-01&limit=50`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const { documents } = Listed.parse(await answer.json());
  const ready = documents.filter(({ content_status }) => content_status === "ready");
  return ready.flatMap(({ document_id, image_available }) => [
    `/v1/documents/${document_id}/content`,
    ...(image_available === true ? [`/v1/documents/${document_id}/pages/1/image`] : []),
  ]);
}

async function copyBucket(client: S3Client, from: string, to: string): Promise<number> {
  let count = 0;
  for (let token: string | undefined; ; ) {
    const page = await client.send(new ListObjectsV2Command({ Bucket: from, ContinuationToken: token }));
    for (const { Key } of page.Contents ?? []) {
      await client.send(new CopyObjectCommand({ Bucket: to, Key, CopySource: `${from}/${Key}` }));
      count++;
    }
    token = page.NextContinuationToken;
    if (token === undefined) return count;
  }
}

async function untilArchived(archive: string, before: string, live: PostgresServer): Promise<void> {
  for (let looks = 0; looks < 150; looks++) {
    const last = query(live, "SELECT last_archived_wal FROM pg_stat_archiver");
    if (last !== before && existsSync(path.join(archive, last))) return;
    await pause(200);
  }
}
