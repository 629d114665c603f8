import type { Readable } from "node:stream";
import type { WireRequest } from "../contract/client.ts";
import type {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  DocumentTocResponse,
} from "../contract/resources.ts";
import type { ArtifactRows } from "../store/artifacts.ts";
import type { BudgetRows } from "../store/budget.ts";
import type { LedgerRows } from "../store/ledger.ts";
import type { LibraryRows } from "../store/library.ts";
import type { PurchaseKind, PurchaseRows } from "../store/purchases.ts";

/**
 * What spending needs from the world. Everything that can differ from one run to the next comes through here, so
 * that a whole history of faults replays from its seed.
 */

export interface Clock {
  /** Wall time: for budgets, ledgers and what is written down. It may jump. */
  nowMs(): number;
  /** Never jumps: for deadlines and waiting. */
  monotonicMs(): number;
  timer(ms: number): Timer;
}

export interface Timer {
  readonly done: Promise<void>;
  cancel(): void;
}

export interface Chance {
  /** In [0, 1). */
  fraction(): number;
  id(prefix: string): string;
}

/** Who spends: an owner, with the key that pays. */
export interface Spender {
  readonly ownerId: string;
  readonly upstream: string;
  readonly keyId: string;
  /** The API key. Never in a log, a page or an error. */
  readonly key: string;
}

export interface PaidCall extends WireRequest {
  readonly upstream: string;
  readonly keyId: string;
  readonly key: string;
  readonly idempotencyKey: string;
  readonly accept: string;
}

export interface PaidAnswer {
  readonly status: number;
  header(name: string): string | null;
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the connection; what has not been read is lost. */
  abort(): void;
}

/** A call that brought no answer. `sent` is false only where not one byte of it can have reached the service. */
export class SendFailure extends Error {
  readonly sent: boolean;
  constructor(reason: string, sent: boolean) {
    super(reason);
    this.name = "SendFailure";
    this.sent = sent;
  }
}

/** The paid endpoints. Redirects are refused, nothing is repeated by itself, bodies arrive as they were sent. */
export interface PaidUpstream {
  send(call: PaidCall, signal: AbortSignal): Promise<PaidAnswer>;
}

/** What a service tells about a key with every answer. */
export interface KeyHeaders {
  readonly balance: number | null;
  readonly reset: string | null;
  readonly retentionSeconds: number | null;
  /** Requests left today, where they are counted. */
  readonly requestsLeft: number | null;
  /** A success of the service itself: what it leaves out, it does not promise. */
  readonly fromService: boolean;
}

/** The free endpoints that prices come from; each answer also tells how the key stands. */
export interface FreeReads {
  summary(spender: Spender, documentId: string): Promise<WithKeyHeaders<DocumentSummary>>;
  toc(spender: Spender, documentId: string): Promise<WithKeyHeaders<DocumentTocResponse>>;
  pages(spender: Spender, documentId: string): Promise<WithKeyHeaders<DocumentPageImagesResponse>>;
  originals(spender: Spender, documentId: string): Promise<WithKeyHeaders<DocumentOriginalsResponse>>;
  /** The cheapest free call there is, for its headers alone. */
  probe(spender: Spender): Promise<KeyHeaders>;
}

export interface WithKeyHeaders<T> {
  readonly value: T;
  readonly headers: KeyHeaders;
}

export interface KeptBody {
  readonly sha256: string;
  readonly byteSize: number;
}

/** A body on its way to disk. */
export interface Spool {
  write(chunk: Uint8Array): Promise<void>;
  /** On disk for good under its hash; the same bytes are kept once. */
  keep(): Promise<KeptBody>;
  discard(): Promise<void>;
}

export interface OpenedBody {
  readonly byteSize: number;
  /** From the first byte to the last, both included. */
  stream(first: number, last: number): Readable;
}

export interface Bodies {
  spool(): Promise<Spool>;
  /** The bytes, checked against their hash; undefined where they are missing or damaged. */
  read(sha256: string): Promise<Uint8Array | undefined>;
  /** The same, to be read in pieces: a file of any length is never held in memory. */
  open(sha256: string): Promise<OpenedBody | undefined>;
  freeBytes(): Promise<number>;
}

/** Everything that purchases remember, over one store. */
export interface PurchaseStore {
  readonly purchases: PurchaseRows;
  readonly artifacts: ArtifactRows;
  readonly ledger: LedgerRows;
  readonly library: LibraryRows;
  readonly budget: BudgetRows;
  /** Runs in one immediate transaction: it waits for no other writer later on. */
  atomically<T>(work: () => T): T;
}

export const crashPoints = [
  "before-intent",
  "after-intent",
  "before-sent",
  "after-sent",
  "after-dispatch",
  "after-headers",
  "mid-body",
  "after-spool",
  "before-stored",
  "after-stored",
  "before-relay",
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** What the service told beforehand of the size of what is bought; null where it told nothing. */
export interface AnnouncedSizes {
  readonly characters: number | null;
  readonly byteSize: number | null;
}

export interface SpendingDeps {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly upstream: PaidUpstream;
  readonly reads: FreeReads;
  readonly bodies: Bodies;
  /** How long an answer to this purchase may be; what exceeds it is not kept. */
  bodyBytesMax(kind: PurchaseKind, told: AnnouncedSizes): number;
  /** Signs quotes and derives idempotency keys; outlives every session and every loss of the store. */
  readonly serverKey: Uint8Array;
  sealKey(spender: Spender): string;
  unsealKey(sealed: string, ownerId: string): string;
  /** Pauses that free calls of the same key have met in this process, and those that paid ones meet. */
  pauseMs(keyId: string): number;
  notePause(keyId: string, scope: "all" | "paid", untilMs: number, code: string): void;
  /** For the kill loop: a process may end here. */
  reach(point: CrashPoint): void;
  report(event: SpendingEvent): void;
}

export interface SpendingEvent {
  readonly kind: "intent_failed" | "outcome_unknown" | "unreadable" | "internal";
  readonly code: string;
  readonly requestId: string | null;
}
