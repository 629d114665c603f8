import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bucketPart, type EnginePart, postgresPart, searchParts } from "./engines.ts";
import { type Link, openLink } from "./link.ts";
import type { MachinesOptions } from "./options.ts";
import { type Part, supervise } from "./part.ts";
import { loadSample, makeKey, proxyPart, type Shared, servicePart, webPart } from "./programs.ts";
import { openRecord, saveRecord } from "./record.ts";

/** Everything that runs. */
export interface Machines {
  readonly folder: string;
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly key: string;
  readonly postgres: Part;
  readonly s3: Part | undefined;
  readonly nodes: readonly Part[];
  readonly services: readonly Part[];
  readonly webs: readonly Part[];
  readonly proxy: Part;
  /** In the order in which they were started. */
  readonly parts: readonly Part[];
  readonly links: { readonly s3: Link | undefined; readonly search: Link | undefined };
  readonly databaseUrl: string;
  readonly webDatabaseUrl: string;
  makeKey(name: string): Promise<{ readonly key: string; readonly id: string }>;
  stop(): Promise<void>;
}

export interface StartReports {
  step(what: string): void;
  death(part: string, how: string): void;
  /** Ends the start between two steps. */
  isStopping(): boolean;
}

const readyWithinMs = 300_000;
const stopMs = 15_000;

export class StartStopped extends Error {}

interface StartOptions {
  readonly node: string;
  /** The folder of the build that runs. */
  readonly build: string;
  readonly reports: StartReports;
  /** With a way to each outside engine that can be closed or slowed. */
  readonly links: boolean;
}

export async function startMachines(
  options: MachinesOptions,
  { node, build, reports, links }: StartOptions,
): Promise<Machines> {
  const folder = path.resolve(options.data ?? mkdtempSync(path.join(tmpdir(), "hiraku-machines-")));
  const record = await openRecord(folder, options);
  saveRecord(folder, record);
  const { ports } = record;
  const parts: Part[] = [];
  const openLinks: Link[] = [];
  const temporary = options.data === undefined ? [folder] : [];
  const leftovers = spawn(node, [path.join(import.meta.dirname, "end-leftovers.ts"), ...temporary], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  leftovers.stdin.on("error", () => {});

  const add = (part: EnginePart): Part => {
    const supervised = supervise({
      ...part,
      build,
      logFolder: path.join(folder, "logs"),
      onPid: (pid) => void leftovers.stdin.write(`${part.name} ${pid}\n`),
      onDeath: (how) => reports.death(part.name, how),
    });
    parts.push(supervised);
    supervised.start();
    return supervised;
  };
  const until = async (part: { isReady(): Promise<boolean> }, name: string, whose: Part) => {
    for (const startedAt = performance.now(); !(await part.isReady()); await pause(100)) {
      if (reports.isStopping()) throw new StartStopped("stopped while it started");
      if (performance.now() - startedAt < readyWithinMs) continue;
      throw new Error(`${name} was not ready within ${readyWithinMs / 1000} s:\n${whose.tail.trim()}`);
    }
  };
  const ready = async (part: Part): Promise<Part> => {
    await until(part, part.name, part);
    return part;
  };
  const link = async (port: number): Promise<Link | undefined> => {
    if (!links) return undefined;
    const opened = await openLink(port);
    openLinks.push(opened);
    return opened;
  };

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopAll());
  async function stopAll(): Promise<void> {
    // The web apps first, whose paid calls need the services; what they stand on goes last.
    const rank = (part: Part) =>
      ["web", "service", "proxy", "opensearch", "s3", "postgres"].indexOf(part.name.split("-")[0] ?? "");
    for (const level of [0, 1, 2, 3, 4, 5]) {
      await Promise.all(parts.filter((part) => rank(part) === level).map((part) => part.stop(stopMs)));
    }
    for (const each of openLinks) await each.close();
    for (const part of parts) leftovers.stdin.write(`${part.name} gone\n`);
    leftovers.stdin.end();
    for (const each of temporary) rmSync(each, { recursive: true, force: true });
  }

  try {
    reports.step("PostgreSQL");
    const database = postgresPart(folder, ports.postgres);
    const postgres = await ready(add(database));
    await database.makeDatabases(["hiraku", "hiraku_web"]);
    let s3: Part | undefined;
    let s3Link: Link | undefined;
    let blobs = (prefix: string) => path.join(folder, "files", prefix);
    if (options.s3) {
      reports.step("S3 server");
      const bucket = bucketPart(ports.s3);
      s3 = await ready(add(bucket));
      await bucket.makeBucket();
      s3Link = await link(ports.s3);
      blobs = (prefix) => bucket.addressAt(s3Link?.port ?? ports.s3, prefix);
    }
    const cluster = options.search ? searchParts(folder, options.nodes, ports.cluster) : undefined;
    const nodes: Part[] = [];
    if (cluster !== undefined) {
      reports.step(`OpenSearch, ${options.nodes === 1 ? "one node" : "three nodes"}`);
      nodes.push(...cluster.nodes.map(add));
      for (const each of nodes) await ready(each);
    }
    const proxy = add(
      proxyPart(node, [
        { port: ports.web, targets: ports.webs, getsAreFree: true, readyPath: "/api/health/ready" },
        { port: ports.api, targets: ports.services, getsAreFree: false, readyPath: "/health/ready" },
        ...(cluster === undefined ? [] : [{ port: ports.search, targets: [...cluster.ports], getsAreFree: false }]),
      ]),
    );
    const searchLink = cluster === undefined ? undefined : await link(ports.search);
    const databaseUrl = database.urlOf("hiraku");
    const webDatabaseUrl = database.urlOf("hiraku_web");
    const shared: Shared = {
      ...{ folder, build, node, ports, databaseUrl, webDatabaseUrl, secret: record.secret },
      blobs,
      searchUrl: cluster === undefined ? "" : `http://127.0.0.1:${searchLink?.port ?? ports.search}?prefix=machines`,
    };
    if (record.key === undefined) {
      reports.step("Sample market");
      await loadSample(shared);
      record.key = (await makeKey(shared, "machines")).key;
      saveRecord(folder, record);
    }
    reports.step("Services and web apps");
    const services = ports.services.map((port, at) => add(servicePart(shared, at, port)));
    for (const each of services) await ready(each);
    const webs = ports.webs.map((port, at) => add(webPart(shared, at, port)));
    for (const each of webs) await ready(each);
    return {
      folder,
      webUrl: `http://localhost:${ports.web}`,
      apiUrl: `http://127.0.0.1:${ports.api}`,
      key: record.key,
      ...{ postgres, s3, nodes, services, webs, proxy, parts, databaseUrl, webDatabaseUrl },
      links: { s3: s3Link, search: searchLink },
      makeKey: (name) => makeKey(shared, name),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
