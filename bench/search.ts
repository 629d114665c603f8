/** bench: keyword and evidence search beside groonga, each over HTTP. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { plainText } from "../lib/text/format/plain-text.ts";
import type { DocumentQuery, IndexedDocument, SearchIndex } from "../service/search/port.ts";
import { compactSearch } from "../service/search/sqlite/compact.ts";
import { createSearchIndex } from "../service/search/sqlite/create-index.ts";
import { searchMigrations } from "../service/search/sqlite/schema.ts";
import { createBruteForceIndex } from "../service/search/testing/brute-force.ts";
import { generateDocuments, randomFrom } from "../service/search/testing/generate.ts";
import { openDatabase } from "../service/storage/sqlite/database.ts";
import { migrate } from "../service/storage/sqlite/migrations.ts";
import { inTransaction } from "../service/storage/sqlite/writes.ts";
import { hasGroonga, type Peer, startGroonga } from "./search-groonga.ts";
import { spawnServer } from "./search-http.ts";
import { benchQueries } from "./search-queries.ts";
import { pressure, quantile } from "./web/figures.ts";

const { values: options } = parseArgs({
  options: {
    sections: { type: "string", default: "20000,100000" },
    queries: { type: "string", default: "40" },
    rounds: { type: "string", default: "5" },
    verify: { type: "string", default: "60" },
  },
});

for (const size of options.sections.split(",").map(Number)) await measure(size);

async function measure(sections: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-bench-"));
  const peers: Peer[] = [];
  try {
    const documents = [...generateDocuments({ seed: 1, sections })];
    const textBytes = documents
      .flatMap((document) => document.sections)
      .reduce((sum, section) => sum + Buffer.byteLength(plainText(section.markdown)), 0);
    console.log(`\n### ${sections} sections, ${(textBytes / 1e6).toFixed(0)} MB of text`);
    const ours = await openOurs(documents, join(folder, "ours.db"));
    peers.push(ours.peer);
    if (hasGroonga()) peers.push(await startGroonga(documents));
    else console.log("groonga is not installed: its columns are missing");
    printBuild(peers, textBytes);
    const queries = benchQueries(documents, Number(options.queries));
    await compare(peers, queries);
    await verify(ours.index, documents, [...queries.values()].flat(), Number(options.verify));
  } finally {
    for (const peer of peers) await peer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openOurs(
  documents: readonly IndexedDocument[],
  file: string,
): Promise<{ peer: Peer; index: SearchIndex }> {
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const index = createSearchIndex({ db, file });
  const started = performance.now();
  for (let at = 0; at < documents.length; at += 50) {
    await inTransaction(db, async () => {
      for (const document of documents.slice(at, at + 50)) await index.writer.putDocument(document);
    });
  }
  compactSearch(db);
  const buildSeconds = (performance.now() - started) / 1000;
  const indexBytes = Number(db.prepare("SELECT sum(length(data)) FROM search_body_block").pluck().get());
  const server = await spawnServer(file);
  return {
    index,
    peer: {
      name: "ours",
      buildSeconds,
      indexBytes,
      async search(query) {
        const response = await fetch(server.url, { method: "POST", body: JSON.stringify(query) });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`ours answered ${response.status}`);
      },
      async close() {
        await server.close();
        await index.close();
        db.close();
      },
    },
  };
}

function printBuild(peers: readonly Peer[], textBytes: number): void {
  console.log("| engine | build s | index bytes / text bytes |\n|---|---|---|");
  for (const { name, buildSeconds, indexBytes } of peers) {
    const share = indexBytes === undefined ? "unknown" : (indexBytes / textBytes).toFixed(2);
    console.log(`| ${name} | ${buildSeconds.toFixed(1)} | ${share}${name === "groonga" ? " (with text)" : ""} |`);
  }
}

/**
 * Every engine answers every query in shuffled order, so that variations of the machine affect all alike. Each query
 * counts with its fastest round, since on a shared machine slower ones are due to other work.
 */
async function compare(peers: readonly Peer[], queries: ReadonlyMap<string, readonly DocumentQuery[]>): Promise<void> {
  const random = randomFrom(99);
  console.log(`\n| class | ${peers.map(({ name }) => `${name} p50/p95 ms`).join(" | ")} | ours / groonga p50, p95 |`);
  console.log(`|---|${peers.map(() => "---|").join("")}---|`);
  for (const [name, list] of queries) {
    for (const peer of peers) for (const query of list) await peer.search(query);
    const fastest = new Map<Peer, Map<DocumentQuery, number>>(peers.map((peer) => [peer, new Map()]));
    for (let round = 0; round < Number(options.rounds); round++) {
      const order = peers.flatMap((peer) => list.map((query) => ({ peer, query, at: random() })));
      for (const { peer, query } of order.sort((x, y) => x.at - y.at)) {
        const started = performance.now();
        await peer.search(query);
        const ms = performance.now() - started;
        const known = fastest.get(peer);
        known?.set(query, Math.min(ms, known.get(query) ?? Infinity));
      }
    }
    const cells = peers.map((peer) => {
      const times = [...(fastest.get(peer)?.values() ?? [])];
      return [quantile(times, 0.5), quantile(times, 0.95)] as const;
    });
    const [ours, groonga] = cells;
    const ratio =
      ours !== undefined && groonga !== undefined && peers[1]?.name === "groonga"
        ? `${(ours[0] / groonga[0]).toFixed(2)}, ${(ours[1] / groonga[1]).toFixed(2)}`
        : "unknown";
    console.log(
      `| ${name} | ${cells.map(([p50, p95]) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`).join(" | ")} | ${ratio} |`,
    );
  }
}

/** The times count only if the answers are right: the same top ten as by reading everything. */
async function verify(
  index: SearchIndex,
  documents: readonly IndexedDocument[],
  queries: readonly DocumentQuery[],
  count: number,
) {
  const oracle = createBruteForceIndex();
  for (const document of documents) await oracle.writer.putDocument(document);
  const lexical = queries.filter((query) => query.matchType === "lexical");
  const never = new AbortController().signal;
  let wrong = 0;
  let hits = 0;
  const step = Math.max(1, Math.floor(lexical.length / count));
  const chosen = lexical.filter((_, i) => i % step === 0).slice(0, count);
  for (const query of chosen) {
    const mine = await index.searchDocuments(query, never);
    const right = await oracle.searchDocuments(query, never);
    hits += right.hits.length;
    if (JSON.stringify(mine.hits) !== JSON.stringify(right.hits)) wrong++;
  }
  console.log(`top 10 against brute force: ${chosen.length} queries, ${hits} hits, ${wrong} different`);
  if (wrong > 0) process.exitCode = 1;
}

console.log(`\ncpu pressure after: ${pressure()}`);
