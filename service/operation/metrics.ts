import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Market } from "../domain/market/market.ts";
import type { ExchangeRecord } from "../http/exchange.ts";
import type { EngineState } from "../search/outside.ts";
import type { Figures } from "./figures.ts";

/** Prometheus metrics, served on a separate port so that they are never public by accident. */
export interface Metrics {
  exchange(record: ExchangeRecord): void;
  /** One attempt at a call to the bucket of the files. */
  readonly bucketCall: (outcome: string, seconds: number) => void;
  /** Adds the sizes of everything that grows. */
  watch(figures: Figures): void;
  text(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "hiraku_requests_total",
    help: "Requests answered.",
    labelNames: ["endpoint", "status"],
    registers: [registry],
  });
  const problems = new Counter({
    name: "hiraku_problems_total",
    help: "Requests refused or failed, by problem code.",
    labelNames: ["code"],
    registers: [registry],
  });
  const credits = new Counter({
    name: "hiraku_credits_charged_total",
    help: "Credits charged.",
    labelNames: ["endpoint"],
    registers: [registry],
  });
  const replays = new Counter({
    name: "hiraku_idempotent_replays_total",
    help: "Answers given again from the store, without a charge.",
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "hiraku_request_seconds",
    help: "Time until the answer begins.",
    labelNames: ["endpoint"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });

  const bucket = new Histogram({
    name: "hiraku_bucket_seconds",
    help: "Calls to the bucket of the files, by outcome: done, retried or failed; none where files are in a folder.",
    labelNames: ["outcome"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });

  return {
    bucketCall: (outcome, elapsed) => bucket.observe({ outcome }, elapsed),
    exchange(record) {
      requests.inc({ endpoint: record.endpoint, status: record.status });
      seconds.observe({ endpoint: record.endpoint }, record.durationMs / 1000);
      if (record.problem !== undefined) problems.inc({ code: record.problem });
      if (record.credits > 0) credits.inc({ endpoint: record.endpoint }, record.credits);
      if (record.replayed) replays.inc();
    },
    watch: (figures) => watchFigures(registry, figures),
    text: () => registry.metrics(),
  };
}

function watchFigures(registry: Registry, figures: Figures): void {
  const gauge = (name: string, help: string, ask: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await ask());
      },
    });
  gauge("hiraku_disk_free_bytes", "Free space of the data folder's disk.", figures.diskFreeBytes);
  gauge(
    "hiraku_made_files_bytes",
    "Page images and originals kept although they can be made again.",
    figures.madeFilesBytes,
  );
  gauge("hiraku_kept_answers", "Answers kept for idempotency keys.", figures.keptAnswers);
  gauge("hiraku_searches_waiting", "Searches that wait for a thread.", figures.searchesWaiting);
  const followed = async (read: (state: EngineState) => number) => {
    const state = await figures.searchEngine();
    return state === undefined ? 0 : read(state);
  };
  gauge("hiraku_search_behind", "Publications that the search engine outside the store does not find yet.", () =>
    followed(({ behind }) => behind),
  );
  gauge("hiraku_search_lost", "1 while the search engine outside the store can't be reached.", () =>
    followed(({ isReachable }) => (isReachable ? 0 : 1)),
  );
  const followedMarket = async (read: (market: Market) => number) => {
    const market = await figures.market();
    return market === undefined ? 0 : read(market);
  };
  gauge(
    "hiraku_market_up_to_seconds",
    "Until when everything that EDINET lists is here, as Unix time; 0 if unknown.",
    () => followedMarket(({ upToMs }) => Math.floor((upToMs ?? 0) / 1_000)),
  );
  gauge("hiraku_market_stale", "1 while the market is older than a business day.", () =>
    followedMarket(({ isStale }) => (isStale ? 1 : 0)),
  );
  gauge("hiraku_market_missing_days", "Days that are not here, or not whole.", () =>
    followedMarket(({ missingDays }) => missingDays),
  );
  gauge("hiraku_market_documents_waiting", "Documents that EDINET lists and that are not here yet.", () =>
    followedMarket(({ waiting }) => waiting),
  );
  gauge("hiraku_market_set_aside", "Documents that were set aside with a reason.", () =>
    followedMarket(({ setAside }) => setAside),
  );
  gauge("hiraku_market_trouble", "1 while EDINET can't be asked.", () =>
    followedMarket(({ trouble }) => (trouble === undefined ? 0 : 1)),
  );
  gauge("hiraku_pdf_pages_waiting", "Pages of PDFs that wait for a thread.", figures.pdfPagesWaiting);
  gauge("hiraku_connections", "Connections that are open to the service.", figures.connections);
  gauge("hiraku_log_waiting_characters", "What of the log is not written yet.", figures.logWaitingCharacters);
  new Gauge({
    name: "hiraku_store_bytes",
    help: "Sizes of the database and its write-ahead log.",
    labelNames: ["file"],
    registers: [registry],
    async collect() {
      for (const [file, bytes] of Object.entries(await figures.storeBytes())) this.set({ file }, bytes);
    },
  });
}
