import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { foldText } from "../lib/text/format/fold.ts";
import { plainText } from "../lib/text/format/plain-text.ts";
import { freePort, startProgram } from "../scripts/wait-for-program.ts";
import { lexicalTerms } from "../service/search/core/query.ts";
import type { DocumentQuery, IndexedDocument } from "../service/search/port.ts";

export interface Peer {
  readonly name: string;
  readonly buildSeconds: number;
  /** Undefined where the peer does not report it separately from its text. */
  readonly indexBytes: number | undefined;
  search(query: DocumentQuery): Promise<void>;
  close(): Promise<void>;
}

export const hasGroonga = () => spawnSync("groonga", ["--version"]).status === 0;

/** groonga's own server over the same sections: TokenBigram, NormalizerNFKC130, BM25-less tf scores, no query cache. */
export async function startGroonga(documents: readonly IndexedDocument[]): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-groonga-"));
  const file = join(folder, "db");
  const started = performance.now();
  await fill(file, documents);
  const buildSeconds = (performance.now() - started) / 1000;
  const port = await freePort();
  const base = `http://127.0.0.1:${port}/d/`;
  const options = ["--protocol", "http", "--port", String(port), "-s", file];
  const server = await startProgram("groonga", options, { url: `${base}status`, env: process.env });
  return {
    name: "groonga",
    buildSeconds,
    indexBytes: readdirSync(folder)
      .map((file) => statSync(join(folder, file)).blocks * 512)
      .reduce((sum, bytes) => sum + bytes, 0),
    async search(query) {
      const response = await fetch(base + selectOf(query));
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`groonga answered ${response.status}`);
    },
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const schema = [
  "table_create Codes TABLE_HASH_KEY ShortText",
  "table_create Sections TABLE_NO_KEY",
  "column_create Sections text COLUMN_SCALAR Text",
  "column_create Sections code COLUMN_SCALAR Codes",
  "column_create Sections at COLUMN_SCALAR Int64",
  "column_create Codes sections COLUMN_INDEX Sections code",
  "table_create Times TABLE_PAT_KEY Int64",
  "column_create Times sections COLUMN_INDEX Sections at",
  "table_create Terms TABLE_PAT_KEY ShortText --default_tokenizer TokenBigram --normalizer NormalizerNFKC130",
  "column_create Terms sections COLUMN_INDEX|WITH_POSITION Sections text",
];

/** Through groonga's own command line: its fastest way in, without a socket. */
async function fill(file: string, documents: readonly IndexedDocument[]): Promise<void> {
  const loader = spawn("groonga", ["-n", file], { stdio: ["pipe", "ignore", "inherit"] });
  await pipeline(Readable.from(commands(documents)), loader.stdin);
  const [code] = await once(loader, "exit");
  if (code !== 0) throw new Error(`groonga ended with ${String(code)} while loading`);
}

function* commands(documents: readonly IndexedDocument[]): Generator<string> {
  yield `${schema.join("\n")}\nload --table Sections\n[\n`;
  let separator = "";
  for (const document of documents) {
    for (const section of document.sections) {
      const text = foldText(plainText(section.markdown));
      yield `${separator}${JSON.stringify({ text, code: document.securityCode ?? "", at: document.timelineAtMs })}`;
      separator = ",\n";
    }
  }
  yield "\n]\n";
}

function selectOf(query: DocumentQuery): string {
  const parameters = new URLSearchParams({
    table: "Sections",
    match_columns: "text",
    query: query.matchType === "lexical" ? lexicalTerms(query.query).map(quoted).join(" ") : anyPair(query.query),
    sort_keys: "-_score",
    limit: String(query.topK),
    output_columns: "_id,_score",
    cache: "no",
  });
  const filters: string[] = [];
  if (query.securityCodes !== undefined)
    filters.push(query.securityCodes.map((code) => `code == "${code}"`).join(" || "));
  if (query.sinceMs !== undefined) filters.push(`at >= ${query.sinceMs}`);
  if (query.untilMs !== undefined) filters.push(`at < ${query.untilMs}`);
  if (filters.length > 0) parameters.set("filter", filters.join(" && "));
  return `select?${parameters}`;
}

const quoted = (term: string) => `"${term.replace(/["\\]/g, "\\$&")}"`;

function anyPair(question: string): string {
  const text = foldText(question).replace(/[^\p{L}\p{N}]/gu, "");
  const pairs = new Set(Array.from({ length: text.length - 1 }, (_, i) => quoted(text.slice(i, i + 2))));
  return [...pairs].join(" OR ");
}
