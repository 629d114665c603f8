/** bench: a day of EDINET with 2,700 rows and made packages, from the first request to searchable: requests and minutes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { jstDate } from "../lib/contract/dates.ts";
import { readConfig } from "../service/config.ts";
import { readMarket } from "../service/domain/market/market.ts";
import { listRow, standInKey, startStandIn } from "../service/ingest/testing/edinet-stand-in.ts";
import { makeFiling } from "../service/ingest/testing/make-filing.ts";
import { runWatch } from "../service/ingest/watch/run-watch.ts";
import { pdfOf } from "../service/pdf/testing/small-pdf.ts";
import { openStore } from "../service/storage/open-store.ts";

/** The busiest day that was counted had 2,726 rows. */
const { values } = parseArgs({ options: { rows: { type: "string", default: "2700" }, quick: { type: "boolean" } } });
const rows = values.quick === true ? 100 : Number(values.rows);
/** A day in the evening, when all of it is listed. */
const beginsMs = Date.parse("2026-06-26T18:00:00+09:00");
const day = jstDate(beginsMs);

const data = mkdtempSync(path.join(tmpdir(), "hiraku-bench-day-"));
const standIn = await startStandIn();
const ids = Array.from({ length: rows }, (_, at) => `S1${String(at).padStart(6, "0")}`);
standIn.lists.set(
  day,
  ids.map((id, at) => {
    const submitDateTime = `${day} ${String(9 + Math.floor((at * 8) / rows)).padStart(2, "0")}:00`;
    return listRow(id, {
      seqNumber: at + 1,
      submitDateTime,
      pdfFlag: "1",
      docDescription: `有価証券報告書－第${at}号`,
    });
  }),
);
for (const [at, id] of ids.entries()) {
  const body = Array.from(
    { length: 40 },
    (_, part) =>
      `<h3>${part + 1} 【項目${part}】</h3><p>${`第${at}号の本文。`.repeat(60)}</p><table>${`<tr><td>${at}</td><td>△${part},000</td></tr>`.repeat(40)}</table>`,
  ).join("");
  standIn.files.set(`${id}:1`, (response) => {
    const bytes = makeFiling({ body });
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": bytes.length });
    response.end(bytes);
  });
  standIn.files.set(`${id}:2`, (response) => {
    const bytes = Buffer.from(pdfOf(Array.from({ length: 8 }, (_, page) => ({ text: `${id} ${page}` }))), "latin1");
    response.writeHead(200, { "content-type": "application/pdf", "content-length": bytes.length });
    response.end(bytes);
  });
}

/** Pauses are counted and not waited for. */
let pausedMs = 0;
const startedMs = performance.now();
const abort = new AbortController();
const store = openStore(data);
const cpuBefore = process.cpuUsage();
await runWatch({
  config: readConfig({
    HIRAKU_DATA: data,
    HIRAKU_EDINET_URL: standIn.url,
    HIRAKU_EDINET_KEY: standInKey,
    HIRAKU_EDINET_SINCE: day,
  }),
  clock: {
    now: () => Math.floor(beginsMs + pausedMs + performance.now() - startedMs),
    async sleep(ms) {
      pausedMs += ms;
      const market = await readMarket(store.ingestRecords(), Date.now());
      if (market?.listReadAtMs !== undefined && market.waiting === 0) abort.abort();
    },
  },
  log: { event: () => undefined, failure: (name, error) => console.error(name, error) },
  signal: abort.signal,
});
const workMinutes = (performance.now() - startedMs) / 60_000;
const { user, system } = process.cpuUsage(cpuBefore);
const found = (await store.library().catalog.listDocuments({ sinceMs: 0 }, undefined, rows + 1)).records.length;
store.close();
await standIn.close();
rmSync(data, { recursive: true, force: true });

const requests = standIn.requests.length;
const pauseMinutes = pausedMs / 60_000;
console.log(`${found} of ${rows} documents in ${requests} requests, ${(requests / rows).toFixed(2)} each`);
console.log(`work ${workMinutes.toFixed(1)} min, CPU ${((user + system) / 1e6 / rows).toFixed(2)} s each`);
console.log(
  `pauses of a second: ${pauseMinutes.toFixed(0)} min; of three, in business hours: ${(pauseMinutes * 3).toFixed(0)} min`,
);
if (found !== rows || standIn.atOnceMax !== 1) process.exitCode = 1;
