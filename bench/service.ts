/** bench: the service beside bare handlers and bare transactions that do the same, in one run. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { measureLedger } from "./service/ledger.ts";
import { load, median, shuffled } from "./service/load.ts";
import { measureMemory } from "./service/memory.ts";
import { seedStore } from "./service/seed.ts";

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

async function started(args: readonly string[], data: string, stream: "stdout" | "stderr"): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, HIRAKU_DATA: data, NODE_ENV: "production" },
    stdio: ["ignore", stream === "stdout" ? "pipe" : "ignore", stream === "stderr" ? "pipe" : "inherit"],
  });
  children.push(child);
  const output = child[stream];
  if (output === null) throw new Error("no output");
  const [line] = await once(createInterface(output), "line");
  return /http:\/\/[\w.:]+/.exec(String(line))?.[0] ?? "";
}

interface Variant {
  readonly name: string;
  readonly url: string;
  readonly targets: readonly string[];
  readonly headers: Record<string, string>;
}

/** Variants by turns in shuffled order; every sample goes to disk at once. */
async function compare(what: string, variants: readonly Variant[]): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>(variants.map(({ name }) => [name, []]));
  for (const { url, targets, headers } of variants) await load(url, targets, headers, burstMs / 2);
  for (let sample = 0; sample < samples; sample++) {
    for (const { name, url, targets, headers } of shuffled(variants)) {
      const measured = await load(url, targets, headers, burstMs);
      found.get(name)?.push(measured.perSecond);
      appendFileSync(path.join(results, "service.jsonl"), `${JSON.stringify({ what, name, sample, ...measured })}\n`);
    }
  }
  return found;
}

function report(what: string, ours: readonly number[], peer: readonly number[], goal: number): void {
  // Ratios of the same round: what disturbs the machine disturbs both.
  const ratios = ours.map((each, i) => each / (peer[i] ?? Number.NaN)).sort((a, b) => a - b);
  const [low, high] = [ratios[0] ?? Number.NaN, ratios.at(-1) ?? Number.NaN];
  const middle = median(ratios);
  const verdict =
    middle >= goal ? (low >= goal ? "reached" : "reached by the median") : high >= goal ? "unknown" : "missed";
  console.log(
    `${what.padEnd(44)} ${median(ours).toFixed(0).padStart(7)}/s  peer ${median(peer).toFixed(0).padStart(7)}/s  ` +
      `ratio ${middle.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]  goal >= ${goal}: ${verdict}`,
  );
}

const folders = { small: path.join(work, "small"), large: path.join(work, "large") };
console.log(`seeding ${small} and ${large} documents …`);
const keys = { small: await seedStore(folders.small, small), large: await seedStore(folders.large, large) };
const serve = (folder: string) => started(["service/cli.ts", "serve", "--port", "0"], folder, "stderr");
const ourUrl = await serve(folders.large);
const smallUrl = await serve(folders.small);
const bareUrl = await started(
  ["bench/service/bare.ts", path.join(folders.large, "service.db")],
  folders.large,
  "stdout",
);
const auth = (key: string) => ({ authorization: `Bearer ${key}` });
const headers = auth(keys.large.key);

const ids = Array.from({ length: 500 }, () => `S${String(1 + Math.floor(Math.random() * large)).padStart(8, "0")}`);
const rows = ids.map((id) => `/v1/documents/${id}`);
const row = await compare("row", [
  { name: "ours", url: ourUrl, targets: rows, headers },
  { name: "bare", url: bareUrl, targets: rows, headers: {} },
]);
report("one catalog row by id", row.get("ours") ?? [], row.get("bare") ?? [], 0.8);

const list = "/v1/documents?timeline_since=1971-01-01";
const deepPage = Math.min(10_000, Math.floor(large / 20) - 10);
const deep = await cursorAt(ourUrl, keys.large.key, deepPage);
const lists = await compare("list", [
  { name: "ours", url: ourUrl, targets: [list], headers },
  { name: "bare", url: bareUrl, targets: ["/v1/documents"], headers: {} },
  { name: "deep", url: ourUrl, targets: [`${list}&cursor=${deep}`], headers },
  { name: "small", url: smallUrl, targets: [list], headers: auth(keys.small.key) },
]);
report(`list page, ${large} documents`, lists.get("ours") ?? [], lists.get("bare") ?? [], 0.8);
report(`page ${deepPage} beside page 1`, lists.get("deep") ?? [], lists.get("ours") ?? [], 1 / 1.2);
report(`${large} documents beside ${small}`, lists.get("ours") ?? [], lists.get("small") ?? [], 1 / 1.5);
for (const child of children) child.kill("SIGTERM");

const ledger = await measureLedger(path.join(work, "ledger"), samples);
report("ledger: reserve and charge", ledger.ours, ledger.bare, 0.7);
report("the same with an idempotent answer of 12 kB", ledger.idempotent, ledger.bareIdempotent, 0.7);
await measureMemory(path.join(work, "memory"), root);

/** Walks there by real cursors, a hundred rows a page. */
async function cursorAt(url: string, key: string, page: number): Promise<string> {
  let cursor = "";
  for (let walked = 0; walked < page * 20; walked += 100) {
    const answer = await fetch(`${url}${list}&limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`, {
      headers: auth(key),
    });
    const body: unknown = await answer.json();
    if (typeof body !== "object" || body === null || !("next_cursor" in body)) throw new Error("no page");
    cursor = String(body.next_cursor);
  }
  return cursor;
}
