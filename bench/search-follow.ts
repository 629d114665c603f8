/** bench: publications on PostgreSQL until another process finds them on a real OpenSearch, and filling its indexes. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startOpenSearch } from "../scripts/engines/opensearch.ts";
import { startPostgres } from "../scripts/postgres-server.ts";
import { makePublication, makeSection } from "../service/domain/publishing/testing/make-publication.ts";
import { type Library, openLibrary } from "../service/library.ts";
import { openEngine, type RunningSearch, readSearchPlace } from "../service/search/outside.ts";
import { generateDocuments } from "../service/search/testing/generate.ts";
import { documentQuery } from "../service/search/testing/queries.ts";
import { openPostgres } from "../service/storage/postgres/open-postgres.ts";
import type { Store } from "../service/storage/store.ts";

const { values: options } = parseArgs({
  options: {
    url: { type: "string" },
    sections: { type: "string", default: "6000" },
    publications: { type: "string", default: "60" },
  },
});
const documentsAtOnce = 50;
const ticksASecond = 100;

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-bench-"));
const engine = options.url === undefined ? await startOpenSearch({ nodes: 1 }) : undefined;
const postgres = await startPostgres({ durable: true });
const place = readSearchPlace(`${options.url ?? engine?.url}/?prefix=bench-${randomUUID()}`);
if (place === undefined) throw new Error("--url is no address of an engine.");
const closers: (() => unknown)[] = [];
try {
  const [follower, asker] = [await openHouse("one"), await openHouse("two")];
  const sections = await publishAll(follower.library);
  const began = performance.now();
  const before = cpuSeconds();
  const search = await start(follower.store);
  for (let at = Number.NaN; (await search.check()) !== "ok"; await pause(50)) {
    const { done, total } = await search.state();
    if (done !== at) process.stderr.write(`\r${done} of ${total} filled `);
    at = done;
  }
  const seconds = (performance.now() - began) / 1_000;
  // On a machine that does other things, seconds of its processors tell more than those of the clock.
  const used = cpuSeconds().map((each, at) => each - (before[at] ?? 0));
  const all = used.reduce((sum, each) => sum + each, 0);
  console.log(
    `filling from PostgreSQL: ${sections} sections in ${seconds.toFixed(1)} s, ${(sections / seconds).toFixed(0)} a second (goal at least 150); ` +
      `processor seconds of program, engine, database: ${used.map((each) => each.toFixed(1)).join(", ")}; ` +
      `two cores of their own would take ${((2 * sections) / all).toFixed(0)} a second at most`,
  );
  const other = await start(asker.store);
  while ((await other.check()) !== "ok") await pause(50);
  const delays: number[] = [];
  for (let i = 0; i < Number(options.publications); i++) delays.push(await delayOf(i, follower.library, other));
  delays.sort((x, y) => x - y);
  const at = (share: number) => (delays[Math.floor(delays.length * share)] ?? 0).toFixed(0);
  console.log(
    `commit to searchable, asked through another process: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (goal p95 at most 1000 ms)`,
  );
} finally {
  for (const close of closers.toReversed()) await close();
  if (place !== undefined) await fetch(`${place.origin}/${place.prefix}-*`, { method: "DELETE" });
  postgres.stop();
  await engine?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Of this program, the engine where it was started here, and the database. */
function cpuSeconds(): readonly number[] {
  const { user, system } = process.cpuUsage();
  const engines = engine?.nodes.map((node) => cpuOf(node.process.pid ?? 0)) ?? [];
  const backends = readdirSync("/proc").filter((name) => statOf(name)?.[1] === String(postgres.pid));
  const database = [String(postgres.pid), ...backends].map((pid) => cpuOf(Number(pid)));
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
  return [(user + system) / 1e6, sum(engines), sum(database)];
}

/** With what ended children used. */
function cpuOf(pid: number): number {
  const fields = statOf(String(pid)) ?? [];
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0) / ticksASecond;
}

/** The fields after the name: the state, the parent, … */
function statOf(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
  } catch {
    // It has ended, or is no process.
    return undefined;
  }
}

async function openHouse(name: string): Promise<{ readonly store: Store; readonly library: Library }> {
  const dataFolder = path.join(folder, name);
  const store = await openPostgres({ url: postgres.url, dataFolder });
  const library = openLibrary(store, { dataFolder, madeBytesMax: 1_000_000, makers: {} });
  closers.push(
    () => store.close(),
    () => library.close(),
  );
  return { store, library };
}

async function start(store: Store): Promise<RunningSearch> {
  const outside = store.outsideSearch();
  await outside.prepare();
  if (place === undefined) throw new Error("no place");
  const onFailure = (error: unknown) => console.error(error);
  const search = openEngine({ ...outside, place, timeoutMs: 30_000, onFailure });
  closers.push(() => search.close());
  return search;
}

async function publishAll({ publisher }: Library): Promise<number> {
  const documents = [...generateDocuments({ seed: 1, sections: Number(options.sections) })];
  let sections = 0;
  for (let at = 0; at < documents.length; at += documentsAtOnce) {
    await publisher.batch(async (door) => {
      for (const { documentId, securityCode, issuerName, timelineAtMs, ...document } of documents.slice(
        at,
        at + documentsAtOnce,
      )) {
        sections += document.sections.length;
        await door.publishDocument(
          makePublication({
            ...{ documentId, securityCode, issuerName, timelineAtMs, title: document.title },
            sections: document.sections.map(({ sectionId, markdown }) => makeSection(sectionId, markdown)),
          }),
        );
      }
    });
  }
  return sections;
}

/** From the end of its transaction until a search that another process asks has it. */
async function delayOf(number: number, { publisher }: Library, search: RunningSearch): Promise<number> {
  const text = `第${number}回の計測に用いた新株予約権の発行です。`;
  await publisher.publishDocument(
    makePublication({ documentId: `TIMED${number}`, sections: [makeSection("s", text)] }),
  );
  const committed = performance.now();
  const asked = documentQuery(`"第${number}回の計測"`);
  const never = new AbortController().signal;
  while ((await search.searchDocuments(asked, never)).hits.length === 0) await pause(5);
  return performance.now() - committed;
}
