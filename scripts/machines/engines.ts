import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import path from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { Client } from "pg";
import { ensureOpenSearch, isOpenSearchUp, openSearchNode } from "../engines/opensearch.ts";
import { preparePostgres } from "../postgres-server.ts";
import { isS3ServerUp, prepareS3Server } from "../s3-server.ts";
import type { PartOptions } from "./part.ts";

/** `machines.ts` adds how it is watched. */
export type EnginePart = Omit<PartOptions, "build" | "logFolder" | "onPid" | "onDeath">;

export const bucketKeys = { AWS_ACCESS_KEY_ID: "machines", AWS_SECRET_ACCESS_KEY: "secret-of-the-machines" };
const bucket = "hiraku";
const heapMegabytes = 512;

export interface PostgresPart extends EnginePart {
  urlOf(database: string): string;
  makeDatabases(names: readonly string[]): Promise<void>;
}

export function postgresPart(folder: string, port: number): PostgresPart {
  const { url, command, args, user } = preparePostgres(path.join(folder, "postgres"), { durable: true, port });
  const urlOf = (database: string) => url.replace(/\/postgres$/, `/${database}`);
  return {
    ...{ name: "postgres", url, command, args, user, urlOf },
    env: process.env,
    // A fast shutdown; the polite one would wait until everybody has left.
    stopSignal: "SIGINT",
    isReady: () =>
      query(url, "SELECT 1").then(
        () => true,
        () => false,
      ),
    async makeDatabases(names) {
      for (const name of names) {
        const there = await query(url, `SELECT 1 FROM pg_database WHERE datname = '${name}'`);
        if (there.length === 0) await query(url, `CREATE DATABASE ${name}`);
      }
    },
  };
}

/** One statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 30_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

export interface BucketPart extends EnginePart {
  makeBucket(): Promise<void>;
  /** The address for a program, through any port. */
  addressAt(port: number, prefix: string): string;
}

/** It keeps everything in memory: it can be cut off from the programs, and never started again. */
export function bucketPart(port: number): BucketPart {
  const { url, command, args, env } = prepareS3Server(port);
  return {
    ...{ name: "s3", url, command, args, env },
    isReady: () => isS3ServerUp(url),
    async makeBucket() {
      const credentials = {
        accessKeyId: bucketKeys.AWS_ACCESS_KEY_ID,
        secretAccessKey: bucketKeys.AWS_SECRET_ACCESS_KEY,
      };
      const client = new S3Client({ endpoint: url, region: "us-east-1", forcePathStyle: true, credentials });
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      client.destroy();
    },
    addressAt: (at, prefix) => `s3://${bucket}/${prefix}?endpoint=http://127.0.0.1:${at}&region=us-east-1`,
  };
}

export interface SearchParts {
  readonly nodes: readonly EnginePart[];
  readonly ports: readonly number[];
  /** Every node is in the cluster, asked of any that answers. */
  isWhole(): Promise<boolean>;
}

export function searchParts(folder: string, count: 1 | 3, port: number): SearchParts {
  const engine = ensureOpenSearch();
  const data = path.join(folder, "opensearch");
  const nodes = Array.from({ length: count }, (_, at): EnginePart => {
    const options = { engine, data, node: at + 1, nodes: count, heapMegabytes, port };
    const { url, command, args } = openSearchNode(options);
    return {
      ...{ name: `opensearch-${at + 1}`, url, command, args },
      env: process.env,
      isReady: () => isOpenSearchUp(url, count),
    };
  });
  return {
    nodes,
    ports: nodes.map(({ url }) => Number(new URL(url).port)),
    async isWhole() {
      return (await Promise.all(nodes.map((node) => node.isReady()))).every(Boolean);
    },
  };
}

/** A port above which a cluster finds free what it listens on. */
export async function freeClusterPort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const base = randomInt(20_000, 30_000);
    const wanted = [10, 20, 30, 110, 120, 130].map((each) => base + each);
    if ((await Promise.all(wanted.map(isFree))).every(Boolean)) return base;
  }
  throw new Error("no free ports for OpenSearch");
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
