/** bench: the service beside bare handlers and bare transactions that do the same, in one run. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { newApiKey, newKeyId, secretHashOf } from "../service/domain/keys/api-key.ts";
import { createCursors } from "../service/http/cursors.ts";
import { readOrCreateSecret } from "../service/operation/secret.ts";
import { openStore } from "../service/storage/open-store.ts";
import { measureLedger } from "./service/ledger.ts";
import { load, median, shuffled } from "./service/load.ts";
import { measureMemory } from "./service/memory.ts";

const quick = process.argv.includes("--quick");
const samples = quick ? 3 : 7;
const burstMs = quick ? 800 : 1_500;
const large = quick ? 200_000 : 2_000_000;
const small = 20_000;

const root = path.join(import.meta.dirname, "..");
const work = mkdtempSync(path.join(tmpdir(), "hiraku-bench-"));
const results = path.join(root, "bench/results");
mkdirSync(results, { recursive: true });
const children: ChildProcess[] = [];
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(work, { recursive: true, force: true });
});

interface Program {
  readonly url: string;
  readonly pid: number;
}

async function started(args: readonly string[], data: string, stream: "stdout" | "stderr"): Promise<Program> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, HIRAKU_DATA: data, NODE_ENV: "production" },
    stdio: ["ignore", stream === "stdout" ? "pipe" : "ignore", stream === "stderr" ? "pipe" : "inherit"],
  });
  children.push(child);
  const output = child[stream];
  if (output === null) throw new Error("no output");
  const [line] = await once(createInterface(output), "line");
  return { url: /http:\/\/[\w.:]+/.exec(String(line))?.[0] ?? "", pid: child.pid ?? 0 };
}

/** Processor seconds that a program has used, whatever else runs on the machine. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface Variant {
  readonly name: string;
  readonly program: Program;
  /** For each burst. */
  readonly targets: () => readonly string[];
  readonly headers: Record<string, string>;
}

interface Figures {
  readonly perSecond: number[];
  /** Requests for a second of processor. */
  readonly perCpuSecond: number[];
}

/** Variants by turns in shuffled order; every sample goes to disk at once. */
async function compare(what: string, variants: readonly Variant[]): Promise<(name: string) => Figures> {
  const found = new Map<string, Figures>(variants.map(({ name }) => [name, { perSecond: [], perCpuSecond: [] }]));
  // Long enough for the compiler to be done with both.
  for (let i = 0; i < 3; i++)
    for (const { program, targets, headers } of variants) await load(program.url, targets(), headers, burstMs);
  for (let sample = 0; sample < samples; sample++) {
    for (const { name, program, targets, headers } of shuffled(variants)) {
      const before = cpuSeconds(program.pid);
      const measured = await load(program.url, targets(), headers, burstMs);
      const perCpuSecond = measured.count / (cpuSeconds(program.pid) - before);
      found.get(name)?.perSecond.push(measured.perSecond);
      found.get(name)?.perCpuSecond.push(perCpuSecond);
      appendFileSync(
        path.join(results, "service.jsonl"),
        `${JSON.stringify({ what, name, sample, perCpuSecond, ...measured })}\n`,
      );
    }
  }
  return (name) => found.get(name) ?? { perSecond: [], perCpuSecond: [] };
}

/** Ratios within a round, since disturbances affect both. */
function ratio(ours: readonly number[], peer: readonly number[]) {
  const all = ours.map((each, i) => each / (peer[i] ?? Number.NaN)).sort((a, b) => a - b);
  return { low: all[0] ?? Number.NaN, middle: median(all), high: all.at(-1) ?? Number.NaN };
}

function report(what: string, ours: readonly number[], peer: readonly number[], goal: number): void {
  const { low, middle, high } = ratio(ours, peer);
  const verdict =
    low >= goal
      ? "reached"
      : high < goal
        ? "missed"
        : `unknown, the median ${middle >= goal ? "reaches" : "misses"} it`;
  console.log(
    `${what.padEnd(46)} ${median(ours).toFixed(0).padStart(6)} / ${median(peer).toFixed(0).padStart(6)}  ` +
      `${middle.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]  goal >= ${goal.toFixed(2)}: ${verdict}`,
  );
}

function reportBoth(what: string, ours: Figures, peer: Figures, goal: number): void {
  report(`${what}, a second`, ours.perSecond, peer.perSecond, goal);
  report(`${what}, a second of CPU`, ours.perCpuSecond, peer.perCpuSecond, goal);
}

const folders = { small: path.join(work, "small"), large: path.join(work, "large") };
console.log(`seeding ${small} and ${large} documents …`);
const keys = { small: await seedStore(folders.small, small), large: await seedStore(folders.large, large) };
const serve = (folder: string) => started(["cli/main.ts", "serve", "--port", "0"], folder, "stderr");
const ours = await serve(folders.large);
const smaller = await serve(folders.small);
const bare = await started(["bench/service-bare.ts", path.join(folders.large, "service.db")], folders.large, "stdout");
const auth = (key: string) => ({ authorization: `Bearer ${key}` });
const headers = auth(keys.large.key);

const rowTargets = (count: number) =>
  Array.from({ length: count }, () => `/v1/documents/${documentIdOf(1 + Math.floor(Math.random() * large))}`);
const row = await compare("row", [
  { name: "once", program: ours, targets: () => rowTargets(20_000), headers },
  { name: "bareOnce", program: bare, targets: () => rowTargets(20_000), headers: {} },
]);
reportBoth("catalog row", row("once"), row("bareOnce"), 0.85);

const list = "/v1/documents?timeline_since=1971-01-01";
/** The same page under many addresses. */
const lists = () => Array.from({ length: 10_000 }, () => `/v1/documents?timeline_since=${dayOf1971To1998()}`);
const deepPage = Math.min(10_000, Math.floor(large / 20) - 2_010);
const deep = pagesFrom(folders.large, deepPage);
const near = pagesFrom(folders.large, 3);
const pages = await compare("list", [
  { name: "once", program: ours, targets: lists, headers },
  { name: "bare", program: bare, targets: () => ["/v1/documents"], headers: {} },
  { name: "deep", program: ours, targets: () => shuffled(deep), headers },
  // By a cursor too, and of as many places: what is left is the depth alone.
  { name: "near", program: ours, targets: () => shuffled(near), headers },
  { name: "small", program: smaller, targets: lists, headers: auth(keys.small.key) },
]);
reportBoth("list page", pages("once"), pages("bare"), 0.85);
reportBoth(`page ${deepPage} beside page 1`, pages("deep"), pages("once"), 0.9);
reportBoth(`page ${deepPage} beside page 3`, pages("deep"), pages("near"), 0.9);
reportBoth(`${large} documents beside ${small}`, pages("once"), pages("small"), 1 / 1.5);
for (const child of children) child.kill("SIGTERM");

const ledger = await measureLedger(path.join(work, "ledger"), samples);
report("ledger: reserve and charge", ledger.ours, ledger.bare, 0.7);
report("the same with an idempotent answer of 12 kB", ledger.idempotent, ledger.bareIdempotent, 0.7);
await measureMemory(path.join(work, "memory"), root);

function dayOf1971To1998(): string {
  return new Date(365 * 86_400_000 + Math.floor(Math.random() * 10_000) * 86_400_000).toISOString().slice(0, 10);
}

/** Pages from that one on, by the cursors that the service would write: each asked for once, so that none is kept. */
function pagesFrom(folder: string, page: number): string[] {
  const cursors = createCursors(readOrCreateSecret(folder));
  return Array.from({ length: 20_000 }, (_, i) => {
    const number = large - page * 20 - i;
    const position = { atMs: timelineAtMs(number), id: documentIdOf(number) };
    const filters = { timeline_since: "1971-01-01" };
    return `${list}&cursor=${cursors.write("listDocuments", filters, position, Date.now())}`;
  });
}

/** As the store is seeded. */
const documentIdOf = (number: number) => `S${String(number).padStart(8, "0")}`;
const timelineAtMs = (number: number) => 1_500_000_000_000 + Math.floor(number / 3) * 60_000;

/** A catalog with a number of documents, written directly into the table, since these measurements read only rows. */
async function seedStore(folder: string, documents: number): Promise<{ readonly key: string }> {
  const store = openStore(folder);
  store.db.pragma("journal_mode = OFF");
  store.db.pragma("synchronous = OFF");
  store.db.pragma("cache_size = -400000");
  const insert = store.db.prepare(`
    INSERT INTO documents (document_id, family, type, title, security_code, issuer_name, timeline_at_ms, period_start,
      period_end, fiscal_period, status, listed_page_count, page_count, page_runs, character_count, language, fingerprint)
    SELECT printf('S%08d', value), 'edinet_filing', 'annual_securities_report',
      '有価証券報告書－第' || (value % 90) || '期(2024/04/01－2025/03/31)', printf('%04d', 1000 + value % 4000),
      '株式会社試験' || (value % 4000), 1500000000000 + (value / 3) * 60000, '2024-04-01', '2025-03-31', '2024FY',
      'ready', 120, 120, '[[1,120,595,842,1]]', 143659, 'ja', printf('%08x', value)
    FROM (WITH RECURSIVE counter(value) AS (SELECT ? UNION ALL SELECT value + 1 FROM counter WHERE value < ?) SELECT value FROM counter)`);
  const step = 100_000;
  for (let first = 1; first <= documents; first += step) insert.run(first, Math.min(documents, first + step - 1));
  store.db.exec("ANALYZE");
  store.db.pragma("journal_mode = WAL");
  const key = newApiKey();
  await store.keys.create({
    id: newKeyId(),
    name: "bench",
    secretHash: secretHashOf(key),
    createdAtMs: Date.now(),
    entitled: true,
    perMinute: 1_000_000_000,
    perDay: 1_000_000_000,
    credits: 1_000_000_000,
  });
  store.close();
  return { key };
}
