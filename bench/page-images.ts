/** bench: page images asked for the first time, 20 waiting at once, beside a bare render of the same pages. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { createPdfRenderer } from "../service/pdf/index.ts";
import { cliIn, paperId, paperPages, writePaper } from "./web/data.ts";
import { inRounds, quantile, ratioAtMost, reportWithoutGoal, root, type Sample } from "./web/figures.ts";

const atOnce = 20;
const work = mkdtempSync(path.join(tmpdir(), "hiraku-bench-"));
const [data, inbox] = [path.join(work, "data"), path.join(work, "inbox")];
mkdirSync(inbox);
const paper = path.join(inbox, "paper.pdf");
writeFileSync(path.join(inbox, "manifest.json"), JSON.stringify({ documents: [await writePaper(paper)] }));
cliIn(data, "ingest", "folder", inbox);
const [, key] = /"key":\s*"([^"]+)"/.exec(cliIn(data, "keys", "create", "--per-minute", "1000000", "--json")) ?? [];

const service = spawn(process.execPath, ["cli/main.ts", "serve"], {
  cwd: root,
  env: { ...process.env, HIRAKU_DATA: data, HIRAKU_API_PORT: "0", NODE_ENV: "production" },
  stdio: ["ignore", "ignore", "pipe"],
});
process.once("exit", () => service.kill("SIGKILL"));
const [line] = await once(createInterface(service.stderr), "line");
const url = /http:\/\/[\w.:]+/.exec(String(line))?.[0] ?? "";
const renderer = createPdfRenderer();

/** Each round has pages that nobody asked for before; both variants of it have the same. */
const rounds = { service: 0, bare: 0 };
const figures = await inRounds("page-images", {
  service: () => waitingFor(nextPages("service"), fetchPage),
  bare: () => waitingFor(nextPages("bare"), async (page) => void (await renderer.image(paper, page))),
});
await renderer.close();
service.kill("SIGTERM");
await once(service, "exit");
rmSync(work, { recursive: true, force: true });

ratioAtMost("p95 of 20 page images at once, ms: bare render", figures("service", "p95"), figures("bare", "p95"), 1.5);
reportWithoutGoal("the first of them, ms", figures("service", "first"));
reportWithoutGoal("the first of the bare renders, ms", figures("bare", "first"));

function nextPages(variant: keyof typeof rounds): readonly number[] {
  const from = rounds[variant]++ * atOnce;
  if (from + atOnce > paperPages) throw new Error("the document has no further pages");
  return Array.from({ length: atOnce }, (_, at) => from + at + 1);
}

async function waitingFor(pages: readonly number[], ask: (page: number) => Promise<void>): Promise<Sample> {
  const began = performance.now();
  const times = await Promise.all(
    pages.map(async (page) => {
      await ask(page);
      return performance.now() - began;
    }),
  );
  return { p95: quantile(times, 0.95), first: Math.min(...times) };
}

async function fetchPage(page: number): Promise<void> {
  const answer = await fetch(`${url}/v1/documents/${paperId}/pages/${page}/image`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!answer.ok) throw new Error(`page ${page}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}
