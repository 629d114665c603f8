import type { Readable } from "node:stream";
import type { WireRequest } from "../contract/client.ts";
import type {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  DocumentTocResponse,
} from "../contract/resources.ts";
import type { Texts } from "../kit/long-texts/texts.ts";
import type { AgentSpendingRows } from "../store/agent-spending.ts";
import type { AnswerRows } from "../store/answers.ts";
import type { ArtifactRows } from "../store/artifacts.ts";
import type { BasketRows } from "../store/baskets.ts";
import type { BudgetRows } from "../store/budget.ts";
import type { IllustrationRows } from "../store/illustrations.ts";
import type { LedgerRows } from "../store/ledger.ts";
import type { LibraryRows } from "../store/library.ts";
import type { PurchaseRows } from "../store/purchases.ts";
import type { ReadRows } from "../store/reads.ts";
import type { PurchaseKind } from "../text/purchase-kinds.ts";

/**
 * The interfaces through which spending reaches everything outside it. All that can differ between two runs comes
 * through them, so that the simulation can replay a history of faults from its seed.
 */

export interface Clock {
  /** The wall clock, for budgets, the ledger and stored times. It may jump. */
  nowMs(): number;
  /** A clock that never jumps, for deadlines and waiting. */
  monotonicMs(): number;
  timer(ms: number): Timer;
}

export interface Timer {
  readonly done: Promise<void>;
  cancel(): void;
}

export interface RandomSource {
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
  /** The program that spends for the owner; absent for a person in the browser. */
  readonly agent?: AgentSpender;
}

export interface AgentSpender {
  readonly tokenId: string;
  /** Null where it spends outside any task. */
  readonly taskId: string | null;
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

/** A call without an answer. `sent` is false only where no byte of it can have reached the service. */
export class SendFailure extends Error {
  readonly sent: boolean;
  constructor(reason: string, sent: boolean) {
    super(reason);
    this.name = "SendFailure";
    this.sent = sent;
  }
}

/** The paid endpoints. Redirects are refused, no request is repeated automatically, bodies arrive as they were sent. */
export interface PaidUpstream {
  send(call: PaidCall, signal: AbortSignal): Promise<PaidAnswer>;
}

export interface KeyHeaders {
  readonly balance: number | null;
  readonly reset: string | null;
  readonly retentionSeconds: number | null;
  /** Requests left today, where the service counts them. */
  readonly requestsLeft: number | null;
  /** True for a successful answer of the service itself: a promise missing from its headers is not given. */
  readonly fromService: boolean;
}

/** The free endpoints from which prices follow; the headers of each answer also describe the key. */
export interface FreeReads {
  summary(spender: Spender, documentId: string): Promise<WithKeyHeaders<DocumentSummary>>;
  toc(spender: Spender, documentId: string): Promise<WithKeyHeaders<DocumentTocResponse>>;
  pages(spender: Spender, documentId: string): Promise<WithKeyHeaders<DocumentPageImagesResponse>>;
  originals(spender: Spender, documentId: string): Promise<WithKeyHeaders<DocumentOriginalsResponse>>;
  /** The cheapest free call, made for its headers only. */
  probe(spender: Spender): Promise<KeyHeaders>;
}

export interface WithKeyHeaders<T> {
  readonly value: T;
  readonly headers: KeyHeaders;
}

export interface StoredBody {
  readonly sha256: string;
  readonly byteSize: number;
}

export interface BodyWriter {
  write(chunk: Uint8Array): Promise<void>;
  /** Stores the body durably under its hash; equal bytes are stored once. */
  keep(): Promise<StoredBody>;
  discard(): Promise<void>;
}

export interface OpenedBody {
  readonly byteSize: number;
  /** From the first byte to the last, both included. */
  stream(first: number, last: number): Readable;
}

export interface Bodies {
  spool(): Promise<BodyWriter>;
  /** Reads the bytes, checked against their hash; undefined where they are missing or damaged. */
  read(sha256: string): Promise<Uint8Array | undefined>;
  /** The same as a stream, so that a file of any length is not held in memory. */
  open(sha256: string): Promise<OpenedBody | undefined>;
  freeBytes(): Promise<number>;
  /** Writes a short file where bodies are received, and removes it. Fails as receiving one would. */
  tryWriting(): Promise<void>;
}

export interface PurchaseStore {
  readonly purchases: PurchaseRows;
  readonly artifacts: ArtifactRows;
  readonly illustrations: IllustrationRows;
  readonly ledger: LedgerRows;
  readonly library: LibraryRows;
  readonly budget: BudgetRows;
  readonly reads: ReadRows;
  readonly agents: AgentSpendingRows;
  readonly baskets: BasketRows;
  readonly answers: AnswerRows;
  /** Nested calls join. `lock` names what must not be decided twice at once, such as an owner's caps. */
  atomically<T>(work: () => Promise<T>, lock?: string): Promise<T>;
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

/** The size of what is bought, as the service announced it; null where it did not. */
export interface AnnouncedSizes {
  readonly characters: number | null;
  readonly byteSize: number | null;
}

export interface SpendingDeps {
  readonly clock: Clock;
  readonly chance: RandomSource;
  readonly upstream: PaidUpstream;
  readonly reads: FreeReads;
  readonly bodies: Bodies;
  /** Readers of delivered texts. */
  readonly texts: Texts;
  /** The size limit of an answer to this purchase; what exceeds it is not kept. */
  bodyBytesMax(kind: PurchaseKind, announced: AnnouncedSizes): number;
  /** This process, among all that share the store. */
  readonly runner: string;
  /** Signs quotes and derives idempotency keys; it stays the same over all sessions and any loss of the store. */
  readonly serverKey: Uint8Array;
  sealKey(spender: Spender): string;
  unsealKey(sealed: string, ownerId: string): string;
  /** The rate-limit pause of a key, shared between its free and paid calls in this process. */
  pauseMs(keyId: string): number;
  notePause(keyId: string, scope: "all" | "paid", untilMs: number, code: string): void;
  /** Points at which the crash test may end the process. */
  reach(point: CrashPoint): void;
  report(event: SpendingEvent): void;
}

export interface SpendingEvent {
  readonly kind: "intent_failed" | "outcome_unknown" | "unreadable" | "internal";
  readonly code: string;
  readonly requestId: string | null;
}
