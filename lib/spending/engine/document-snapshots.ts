import { type purchasables, rowOf } from "../kinds/purchasables.ts";
import type { KeyHeaders, PurchaseStore, Spender, SpendingDeps, WithKeyHeaders } from "../ports.ts";
import { type DocumentSnapshot, snapshotOfRow } from "../pricing/document-facts.ts";
import { PurchaseProblem } from "../problems.ts";
import type { SinglePurchase } from "../wire.ts";
import type { KeyStates } from "./key-states.ts";

export type DocumentAction = Exclude<SinglePurchase, { input: unknown }>;
type Part = NonNullable<(typeof purchasables)[DocumentAction["kind"]]["facts"]>;

/** Requests the free data from which prices follow, and stores it. */
export class DocumentSnapshots {
  readonly #deps: SpendingDeps;
  readonly #rows: PurchaseStore;
  readonly #keys: KeyStates;

  constructor(deps: SpendingDeps, rows: PurchaseStore, keys: KeyStates) {
    this.#deps = deps;
    this.#rows = rows;
    this.#keys = keys;
  }

  /** The snapshot with the part that determines this action's price, no older than `maxAgeMs`. */
  async forAction(
    spender: Spender,
    action: DocumentAction,
    maxAgeMs: number,
  ): Promise<{ snapshot: DocumentSnapshot; deliverable: boolean }> {
    const row = rowOf(action);
    const part = row.facts ?? "toc";
    const known = await this.find(spender.ownerId, spender.upstream, action.document_id);
    const young = known !== null && this.#deps.clock.nowMs() - known.notedAtMs < maxAgeMs;
    // The quote for a whole document also has its alternatives.
    const isComplete = known?.[part] != null && (action.kind !== "content" || known.originals !== null);
    const fresh = young && isComplete;
    const snapshot = fresh ? known : await this.#ask(spender, action, part, known);
    return { snapshot, deliverable: row.isDeliverable(action, snapshot) };
  }

  async find(ownerId: string, upstream: string, documentId: string): Promise<DocumentSnapshot | null> {
    const row = await this.#rows.artifacts.snapshot(ownerId, upstream, documentId);
    return row === undefined ? null : snapshotOfRow(row);
  }

  async #ask(
    spender: Spender,
    action: DocumentAction,
    part: Part,
    known: DocumentSnapshot | null,
  ): Promise<DocumentSnapshot> {
    const { reads } = this.#deps;
    const documentId = action.document_id;
    // A document that can't be delivered has no table of contents, which is not a failure.
    const absent = <T>(asked: Promise<T>): Promise<T | null> =>
      asked.catch((error: unknown) => {
        if (codeOf(error) === "content_not_available") return null;
        throw error;
      });
    // The confirmation of a whole document shows alternatives, but works without them.
    const other = <T>(has: T | null | undefined, ask: () => Promise<WithKeyHeaders<T>>): Promise<T | null> =>
      has == null && action.kind === "content"
        ? this.#valueNotingHeaders(spender, ask()).catch(() => null)
        : Promise.resolve(has ?? null);
    const asked = [
      this.#valueNotingHeaders(spender, reads.summary(spender, documentId)),
      part === "toc"
        ? absent(this.#valueNotingHeaders(spender, reads.toc(spender, documentId)))
        : Promise.resolve(known?.toc ?? null),
      part === "pages"
        ? this.#valueNotingHeaders(spender, reads.pages(spender, documentId))
        : other(known?.pages, () => reads.pages(spender, documentId)),
      part === "originals"
        ? this.#valueNotingHeaders(spender, reads.originals(spender, documentId))
        : other(known?.originals, () => reads.originals(spender, documentId)),
    ] as const;
    // Once all have ended, so that of several problems it is always the summary's that is told.
    await Promise.allSettled(asked);
    const snapshot: DocumentSnapshot = {
      summary: await asked[0],
      toc: await asked[1],
      pages: await asked[2],
      originals: await asked[3],
      notedAtMs: this.#deps.clock.nowMs(),
    };
    await this.note(spender, documentId, snapshot);
    return snapshot;
  }

  async note(
    spender: Pick<Spender, "ownerId" | "upstream">,
    documentId: string,
    snapshot: DocumentSnapshot,
  ): Promise<void> {
    const { summary } = snapshot;
    await this.#rows.artifacts.putSnapshot({
      owner_id: spender.ownerId,
      upstream: spender.upstream,
      document_id: documentId,
      title: summary?.title ?? null,
      document_type: summary?.document_type ?? null,
      security_code: summary?.security_code ?? null,
      issuer_name: summary?.issuer_name ?? null,
      issuer_name_en: summary?.issuer_name_en ?? null,
      summary: JSON.stringify(summary),
      toc: snapshot.toc === null ? null : JSON.stringify(snapshot.toc),
      pages: snapshot.pages === null ? null : JSON.stringify(snapshot.pages),
      originals: snapshot.originals === null ? null : JSON.stringify(snapshot.originals),
      noted_at: snapshot.notedAtMs,
    });
  }

  async #valueNotingHeaders<T>(spender: Spender, asked: Promise<WithKeyHeaders<T>>): Promise<T> {
    const { value, headers } = await asked;
    await this.#observe(spender, headers);
    return value;
  }

  /**
   * Makes one free call with a key that has made none yet. Its answer says whether the service promises to recognise a
   * repeated request, which must be known before anything paid is sent.
   */
  async observeKeyOnce(spender: Spender): Promise<void> {
    if ((await this.#keys.get(spender.keyId))?.observed_at != null) return;
    await this.#observe(spender, await this.#deps.reads.probe(spender));
  }

  /** Makes a free call if the known balance is older than a minute; if it fails, the balance stays as it was. */
  async refreshBalance(spender: Spender): Promise<void> {
    const seenAt = (await this.#keys.get(spender.keyId))?.observed_at ?? null;
    const age = seenAt === null ? Infinity : Math.abs(this.#deps.clock.nowMs() - seenAt);
    if (age < 60_000 || (await this.#keys.pauseMs(spender.keyId)) > 0) return;
    const headers = await this.#deps.reads.probe(spender).catch(() => undefined);
    if (headers !== undefined) await this.#observe(spender, headers);
  }

  async #observe(spender: Spender, headers: KeyHeaders): Promise<void> {
    await this.#keys.observe(spender.keyId, headers);
  }
}

export function codeOf(error: unknown): string | undefined {
  if (error instanceof PurchaseProblem) return error.problem.code;
  if (typeof error !== "object" || error === null || !("problem" in error)) return undefined;
  const { problem } = error;
  return typeof problem === "object" && problem !== null && "code" in problem && typeof problem.code === "string"
    ? problem.code
    : undefined;
}
