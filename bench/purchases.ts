/** bench: what a purchase and a basket add to the upstream's own time, and how fast what is owned opens. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { request } from "undici";
import { Texts } from "../lib/kit/long-texts/texts.ts";
import { fileBodies } from "../lib/spending/adapters/file-bodies.ts";
import { freeReads, paidUpstream } from "../lib/spending/adapters/paid-service.ts";
import { purchaseStore } from "../lib/spending/adapters/purchase-store.ts";
import { systemClock, systemRandomSource } from "../lib/spending/adapters/system-clock.ts";
import { PurchaseService } from "../lib/spending/engine/purchase-service.ts";
import { serveArtifact } from "../lib/spending/http/serve-artifact.ts";
import { bodyBytesMax } from "../lib/spending/kinds/purchasables.ts";
import { libraryPage } from "../lib/spending/library/library-views.ts";
import { ownedSection } from "../lib/spending/library/owned.ts";
import { purchaseView } from "../lib/spending/library/purchase-views.ts";
import type { Spender, SpendingDeps } from "../lib/spending/ports.ts";
import { openStore } from "../lib/store/database.ts";
import { indexedWords } from "../lib/text/library-words.ts";
import { Service } from "../lib/upstream/service.ts";
import { startService } from "../scripts/soak-service.ts";

/**
 * A purchase beside a direct call of the same request, alternating in one run, and how fast owned things open with
 * 100,000 of them stored.
 */
const pairs = Number(process.env["BENCH_PAIRS"] ?? 150);
const artifactsStored = Number(process.env["BENCH_ARTIFACTS"] ?? 100_000);
const opens = 400;
const goalOverheadMs = 15;
const goalOpenMs = 30;
const basketLines = 30;
const basketRounds = 10;
const goalBasketLineMs = 10;

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-bench-"));
const service = await startService({ idempotent: true, delayMs: () => 4 });
const store = openStore(path.join(folder, "web.db"));
const rows = purchaseStore(store);
const calls = new Service({ settings: { apiAuthorization: "Bearer {key}", apiTimeoutMs: 15_000 } });
const deps: SpendingDeps = {
  clock: systemClock,
  chance: systemRandomSource,
  upstream: paidUpstream(calls),
  reads: freeReads(calls),
  bodies: fileBodies(path.join(folder, "bodies")),
  texts: new Texts(),
  bodyBytesMax,
  runner: "bench",
  serverKey: Buffer.from("bench"),
  sealKey: (spender) => spender.key,
  unsealKey: (sealed) => sealed,
  pauseMs: () => 0,
  notePause: () => undefined,
  reach: () => undefined,
  report: () => undefined,
};
const purchaseService = new PurchaseService(deps, rows);
const spender: Spender = { ownerId: "bench", upstream: service.url, keyId: "bench", key: "hk_bench" };
const keepAlive = setInterval(() => undefined, 1_000);

const direct: number[] = [];
const bought: number[] = [];
for (let at = 0; at < pairs; at++) {
  const order = Math.random() < 0.5 ? [directly, purchase] : [purchase, directly];
  for (const each of order) await each(at);
}
report("page image: direct call", direct);
report("page image: confirmed purchase, stored and relayed", bought);
report("floor: four commits and one synced file", await floor());
const overhead = quantile(bought, 0.5) - quantile(direct, 0.5);
verdict(
  `a purchase adds ${overhead.toFixed(1)} ms at the median (goal <= ${goalOverheadMs})`,
  overhead <= goalOverheadMs,
);

const basketDirect: number[] = [];
const basketBought: number[] = [];
for (let round = 0; round < basketRounds; round++) {
  const order = round % 2 === 0 ? [lineByLine, basket] : [basket, lineByLine];
  for (const each of order) await each(round);
}
report(`${basketLines} direct calls one after the other`, basketDirect);
report(`a basket of ${basketLines} lines, from the confirmation to its end`, basketBought);
const perLine = (quantile(basketBought, 0.5) - quantile(basketDirect, 0.5)) / basketLines;
verdict(
  `a basket adds ${perLine.toFixed(1)} ms a line beyond the calls (goal <= ${goalBasketLineMs})`,
  perLine <= goalBasketLineMs,
);

await fill();
const pages: number[] = [];
const sections: number[] = [];
for (let at = 0; at < opens; at++) {
  pages.push(await timed(() => openPage(Math.floor(Math.random() * artifactsStored))));
  sections.push(await timed(() => ownedSection(deps, rows, spender, "D0", "s2-1")));
}
const found = await timed(() =>
  libraryPage(deps, rows, spender.ownerId, new URLSearchParams({ q: "方針", limit: "20" })),
);
report(`open an owned page of ${artifactsStored}`, pages);
report("open an owned section", sections);
process.stdout.write(`search what is owned: ${found.toFixed(1)} ms\n`);
const worst = Math.max(quantile(pages, 0.95), quantile(sections, 0.95));
verdict(`an owned thing opens in ${worst.toFixed(1)} ms at p95 (goal < ${goalOpenMs})`, worst < goalOpenMs);

clearInterval(keepAlive);
process.stdout.write(pressure());
await store.close();
await service.close();
rmSync(folder, { recursive: true, force: true });

async function directly(at: number): Promise<void> {
  direct.push(await timed(() => pageImage(`direct-${at}`)));
}

async function pageImage(documentId: string): Promise<void> {
  const answer = await request(`${service.url}/v1/documents/${documentId}/pages/1/image`, {
    headers: { authorization: "Bearer hk_bench" },
  });
  await answer.body.arrayBuffer();
}

async function lineByLine(round: number): Promise<void> {
  basketDirect.push(
    await timed(async () => {
      for (let line = 0; line < basketLines; line++) await pageImage(`direct-basket-${round}-${line}`);
    }),
  );
}

async function basket(round: number): Promise<void> {
  const lines = Array.from({ length: basketLines }, (_, line) => {
    return { kind: "pages", document_id: `basket-${round}-${line}`, pages: [1] } as const;
  });
  const quote = await purchaseService.quote(spender, { kind: "basket", lines });
  basketBought.push(
    await timed(async () => {
      const id = await purchaseService.confirm(spender, { token: quote.token, max_credits: basketLines });
      await purchaseService.runner.baskets.run(id);
      const view = await purchaseView(deps, rows, spender, id);
      if (view?.credits_charged !== basketLines) throw new Error("not all of the basket was bought");
    }),
  );
}

async function purchase(at: number): Promise<void> {
  const action = { kind: "pages", document_id: `D${at}`, pages: [1] } as const;
  const quote = await purchaseService.quote(spender, action);
  bought.push(
    await timed(async () => {
      const id = await purchaseService.confirm(spender, { token: quote.token, max_credits: 1 });
      await purchaseView(deps, rows, spender, id);
      await openPage(at);
    }),
  );
}

/** The time that durable writes take on this disk now, in any program. */
async function floor(): Promise<number[]> {
  const samples: number[] = [];
  store.db.exec("create table floor (at integer)");
  const insert = store.prepare("insert into floor values (1)");
  for (let at = 0; at < pairs; at++) {
    samples.push(
      await timed(async () => {
        for (let commit = 0; commit < 4; commit++) await insert.run();
        const spool = await deps.bodies.spool();
        await spool.write(Buffer.from(`floor ${at}`));
        await spool.keep();
      }),
    );
  }
  return samples;
}

async function openPage(at: number): Promise<void> {
  const artifact = await rows.artifacts.pageOf(spender.ownerId, spender.upstream, `D${at}`, 1);
  const answer = await serveArtifact(deps, rows, artifact, new Request("http://localhost/"), { attachment: false });
  await answer.arrayBuffer();
}

/** The rest of a large library: rows as after purchases, with existing bodies. */
async function fill(): Promise<void> {
  const quote = await purchaseService.quote(spender, { kind: "content", document_id: "D0" });
  await purchaseService.confirm(spender, { token: quote.token, max_credits: quote.price.max });
  const sample = await rows.artifacts.pageOf(spender.ownerId, spender.upstream, "D1", 1);
  if (sample === undefined) throw new Error("nothing was bought");
  await store.atomically(async () => {
    for (let at = pairs; at < artifactsStored; at++) {
      const params = JSON.stringify({ document_id: `D${at}`, page_number: 1 });
      const common = {
        intent_id: `fill-${at}`,
        owner_id: spender.ownerId,
        upstream: spender.upstream,
        kind: "pages",
        params,
        epoch: 0,
        document_id: `D${at}`,
        page_number: 1,
        original_id: null,
      } as const;
      await rows.purchases.insert({
        ...common,
        key_id: "bench",
        idempotency_key: `fill-${at}`,
        credits_min: 1,
        credits_max: 1,
        created_at: at,
        label: null,
        subject: null,
        runner: null,
        lease_until: null,
      });
      await rows.purchases.markStored(common.intent_id, at);
      const artifact = { ...sample, ...common, artifact_id: `art-${at}`, stored_at: at };
      await rows.artifacts.insertArtifact(artifact);
      await rows.ledger.addEntry({
        intent_id: common.intent_id,
        owner_id: spender.ownerId,
        at,
        credits: 1,
        credits_max: 1,
        balance: null,
        request_id: null,
      });
      await rows.library.indexWords(artifact, at % 100 === 0 ? indexedWords("経営方針と事業の状況") : "");
    }
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

function report(name: string, values: readonly number[]): void {
  const [half, high] = [quantile(values, 0.5), quantile(values, 0.95)];
  process.stdout.write(`${name}: median ${half.toFixed(2)} ms, p95 ${high.toFixed(2)} ms (${values.length} samples)\n`);
}

function verdict(line: string, reached: boolean): void {
  process.stdout.write(`${reached ? "reached" : "MISSED"}: ${line}\n`);
  if (!reached) process.exitCode = 1;
}

function pressure(): string {
  try {
    return `cpu pressure: ${readFileSync("/proc/pressure/cpu", "utf8").split("\n")[0]}\n`;
  } catch {
    return "";
  }
}
