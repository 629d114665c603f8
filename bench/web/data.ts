import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { request } from "@playwright/test";
import { buy, makeApiCall } from "../../e2e/bought.ts";
import { findMarket, pagesOf } from "../../e2e/market.ts";
import { makeFiling } from "../../service/ingest/testing/make-filing.ts";
import { companyOf } from "../../service/sample/company.ts";
import { readSampleData } from "../../service/sample/data.ts";
import { write } from "../../service/sample/documents.ts";
import { drawPdf } from "../../service/sample/paper/draw.ts";
import type { PaperPage } from "../../service/sample/paper/layout.ts";
import { root } from "./figures.ts";
import { filingHtml, madeSections } from "./made-text.ts";
import { cookieOf, type RunningApp, type Session, signIn, startApp } from "./running-app.ts";

/** The version of the data; older data is made again. */
const version = 4;
const kept = path.join(root, ".cache/bench", `data-${version}`);
const inbox = path.join(root, ".cache/bench", `inbox-${version}`);

/** Sections of the measured documents: a short one, and 0.3 MB, 1.1 MB and 4 MB of Markdown. */
export const sizes = { short: 3, small: 16, reference: 60, large: 218 } as const;
export type Size = keyof typeof sizes;
export const documentIds: Readonly<Record<Size, string>> = {
  short: "S1BENCH0",
  small: "S1BENCH1",
  reference: "S1BENCH2",
  large: "S1BENCH3",
};
export const paperId = "bench-paper";
export const paperPages = 200;
export const paperFile = path.join(inbox, "paper.pdf");

/**
 * The data folder of the measurements: the sample market, long documents and a 200-page one that are owned. Made once,
 * since making it takes minutes.
 */
export async function benchData(): Promise<string> {
  const ready = path.join(kept, ".bench-ready");
  if (existsSync(ready)) return kept;
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  console.log("making the data of the measurements, once …");
  await writeInbox();
  cli("sample", "load");
  writeFileSync(path.join(kept, ".sample-loaded"), "");
  cli("ingest", "folder", inbox);
  const key = /"key":\s*"([^"]+)"/.exec(cli("keys", "create", "--name", "bench", "--per-minute", "1000000", "--json"));
  writeFileSync(path.join(kept, "demo-key"), `${key?.[1]}\n`, { mode: 0o600 });
  const app = await startApp(kept);
  const session = await signIn(app);
  const ask = makeApiCall(app.url, cookieOf(session));
  for (const id of Object.values(documentIds)) await buy(ask, { kind: "content", document_id: id });
  const pages = Array.from({ length: paperPages }, (_, at) => at + 1);
  await buy(ask, { kind: "pages", document_id: paperId, pages });
  await app.stop();
  writeFileSync(ready, "");
  return kept;
}

function cli(...args: readonly string[]): string {
  const env = { ...process.env, HIRAKU_DATA: kept };
  const done = spawnSync(process.execPath, ["cli/main.ts", ...args], { cwd: root, env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${args.join(" ")}: ${done.stderr}${done.stdout}`);
  return done.stdout;
}

async function writeInbox(): Promise<void> {
  mkdirSync(inbox, { recursive: true });
  const documents: Readonly<Record<string, unknown>>[] = [];
  for (const [size, count] of Object.entries(sizes) as [Size, number][]) {
    const file = `${documentIds[size]}.zip`;
    writeFileSync(path.join(inbox, file), makeFiling({ body: filingHtml(madeSections(count)), securityCode: "99950" }));
    documents.push({ file, family: "edinet_filing", title: "有価証券報告書", published_at: "2025-06-20" });
  }
  const meta = { title: "有価証券報告書", author: "計測株式会社", createdAtMs: 0 };
  writeFileSync(paperFile, await drawPdf(paper(), meta));
  documents.push({
    ...{ id: paperId, family: "ir_material", type: "integrated_report", text: false, file: path.basename(paperFile) },
    ...{ title: "計測報告書", issuer_name: "計測株式会社", security_code: "9995", published_at: "2025-06-21" },
  });
  writeFileSync(path.join(inbox, "manifest.json"), JSON.stringify({ documents }));
}

/** Annual reports of the sample market one after another, with prose and tables of a realistic length. */
function paper(): readonly PaperPage[] {
  const report = { seed: 1, kind: "annual_securities_report", year: 2024, quarter: 0, variant: 0 } as const;
  const pages: PaperPage[] = [];
  const data = readSampleData();
  for (let issuer = 0; pages.length < paperPages; issuer += 20)
    pages.push(
      ...write(companyOf(data, 1, issuer), {
        ...{ ...report, issuer, day: "2025-06-20", atMs: 0, amendment: false, lengths: "full" },
      }).pages,
    );
  return pages.slice(0, paperPages);
}

interface Toc {
  readonly toc: readonly { readonly section_id: string; readonly level: number }[];
}

/** A running build with somebody signed in, and the addresses of its pages. */
export interface Build extends RunningApp {
  readonly session: Session;
  readonly headers: Readonly<Record<string, string>>;
  address(page: string): string;
  /** Sections of a document, which have text of their own. */
  sections(documentId: string): Promise<readonly string[]>;
}

/** This build, or the one of another checkout of this repository, on data of its own. */
export async function startBuild(checkout = root): Promise<Build> {
  const app = await startApp(checkout === root ? await benchData() : dataOf(checkout), checkout);
  const session = await signIn(app);
  const headers = { cookie: cookieOf(session), "sec-fetch-dest": "document", accept: "text/html" };
  const api = await request.newContext({ baseURL: app.url, storageState: session });
  const pages = pagesOf(await findMarket(api));
  await api.dispose();
  return {
    ...app,
    session,
    headers,
    address: (page) => app.url + (pages[page] ?? ""),
    async sections(documentId) {
      const { toc } = await makeApiCall(app.url, cookieOf(session))<Toc>(`/api/v1/documents/${documentId}/toc`);
      return toc.filter(({ level }) => level >= 3).map((each) => each.section_id);
    },
  };
}

/** Made by the other checkout itself, whose stores are of its own version. */
function dataOf(checkout: string): string {
  const code = 'const { benchData } = await import("./bench/web/data.ts"); console.log("\\n" + (await benchData()));';
  const made = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: checkout,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (made.status !== 0) throw new Error(`the data of ${checkout} could not be made`);
  return made.stdout.trim().split("\n").at(-1) ?? "";
}
