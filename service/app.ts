import { jstDate } from "../lib/contract/dates.ts";
import type { Tier } from "../lib/contract/prices.ts";
import { createContentTags } from "./domain/content/content-tags.ts";
import { type CrashPoint, createMetering } from "./domain/credits/metering.ts";
import { createPresentedKeys } from "./domain/keys/presented-keys.ts";
import { createWrongKeys } from "./domain/limits/wrong-keys.ts";
import { createMarketReader } from "./domain/market/market-reader.ts";
import type { OperatorFacts } from "./domain/operator/state.ts";
import { createQuoteVerifier } from "./domain/quotes/verify-quote.ts";
import { createCursors } from "./http/cursors.ts";
import type { ExchangeRecord } from "./http/exchange.ts";
import { createHmacSha256 } from "./http/hmac.ts";
import { createPipeline } from "./http/pipeline.ts";
import type { Problem } from "./http/problem.ts";
import { createPublicPages } from "./http/reference.ts";
import { createRefusals } from "./http/refusals.ts";
import { type ConnectionInfo, type Incoming, incomingOf, type Reply, responseOf } from "./http/wire.ts";
import type { QuoteFinder } from "./quotes/index.ts";
import type { FollowingIndex } from "./search/port.ts";
import type {
  Artifacts,
  Blobs,
  Catalog,
  CountedKeys,
  IngestRecords,
  Keys,
  Ledger,
  OperatorStore,
  QuoteChecks,
  StandingPhrases,
  StoreProbe,
} from "./storage/ports.ts";

/** The whole service without a socket: it answers a Request with a Response. Clock and randomness are passed in. */
export interface ServiceDeps {
  readonly catalog: Catalog;
  readonly artifacts: Artifacts;
  readonly blobs: Blobs;
  readonly keys: Keys;
  readonly ledger: Ledger;
  /** Counts from the start of a service: one that counts in memory begins with what is stored. */
  readonly countedKeys: () => CountedKeys;
  readonly quoteChecks: QuoteChecks;
  readonly standing: StandingPhrases;
  readonly quoteFinder: Pick<QuoteFinder, "look">;
  readonly search: Omit<FollowingIndex, "close">;
  readonly probe: StoreProbe;
  readonly ingestRecords: () => IngestRecords;
  readonly operator: OperatorStore;
  readonly operatorFacts: OperatorFacts;
  /** Signs cursors and makes the fingerprints of keys in logs; the same after a restart. */
  readonly secret: Uint8Array;
  /** Makes the tags of sections; another key is another version of them. */
  readonly contentTagKey: Uint8Array;
  readonly version: string;
  /** A function, because with port 0 it is known only once the service listens. */
  readonly publicUrl: () => string;
  readonly openapi: () => string;
  readonly contentTiers: readonly Tier[];
  readonly wrongKeysPerMinute: number;
  readonly searchTimeoutMs: number;
  readonly renderTimeoutMs: number;
  readonly nowMs: () => number;
  readonly newRequestId: () => string;
  readonly observe: (record: ExchangeRecord) => void;
  /** Named points at which tests end the process. */
  readonly reached?: ((point: CrashPoint) => void) | undefined;
}

export interface Service {
  fetch(request: Request, info?: ConnectionInfo): Promise<Response>;
  /** The same for a socket, which has parsed the request and can write an answer without a Response. */
  answer(incoming: Incoming): Promise<Reply>;
  /** Answers bytes that reached the socket and can't be read as a request. */
  refuse(problem: Problem): Reply;
  /** Writes the request counters and drops expired answers; called every fraction of a second. */
  maintain(): Promise<void>;
  /** Makes `ready` answer no from now on. */
  stop(): void;
  /** Waits for running paid requests and writes the request counters. */
  close(): Promise<void>;
}

const retentionSeconds = 2_592_000;
const purgeEveryMs = 60_000;
const matchesListedMs = 92 * 24 * 3_600_000;

export function createService(deps: ServiceDeps): Service {
  let stopping = false;
  let purgedAtMs = 0;
  const countedKeys = deps.countedKeys();
  const metering = createMetering({
    ledger: deps.ledger,
    nowMs: deps.nowMs,
    retentionMs: retentionSeconds * 1000,
    reached: deps.reached,
  });
  const answer = createPipeline({
    ...deps,
    countedKeys,
    wrongKeys: createWrongKeys(deps.wrongKeysPerMinute),
    presentedKeys: createPresentedKeys(deps.secret),
    retentionSeconds,
    cursors: createCursors(deps.secret),
    contentTags: createContentTags(createHmacSha256(deps.contentTagKey)),
    quoteVerifier: createQuoteVerifier({ ...deps, look: deps.quoteFinder.look }),
    metering,
    market: createMarketReader(deps.ingestRecords(), deps.nowMs),
    isStopping: () => stopping,
    publicPage: createPublicPages(deps.openapi),
  });

  return {
    answer,
    refuse: createRefusals(deps),
    fetch: async (request, info = {}) => responseOf(await answer(incomingOf(request, info))),
    async maintain() {
      await countedKeys.flush();
      const nowMs = deps.nowMs();
      if (nowMs - purgedAtMs < purgeEveryMs) return;
      purgedAtMs = nowMs;
      await deps.quoteChecks.purge(jstDate(nowMs));
      await deps.standing.purge(jstDate(nowMs), nowMs - matchesListedMs);
      // A purge drops a limited number; while there are more it continues with the next call instead of in a minute.
      if ((await deps.ledger.purgeResponses(nowMs)) > 0) purgedAtMs = 0;
    },
    stop() {
      stopping = true;
    },
    async close() {
      stopping = true;
      await metering.idle();
      await countedKeys.flush();
    },
  };
}
