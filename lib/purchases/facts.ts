import { readStoredAnswer } from "../contract/tolerant.ts";
import type {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  DocumentTocResponse,
} from "../contract/resources.ts";
import type { CardRow } from "../store/artifacts.ts";
import type { KeyStates } from "./key-states.ts";
import type { DocumentFacts } from "./plan.ts";
import type { KeyHeaders, Spender, SpendingDeps, Told } from "./ports.ts";
import { PurchaseProblem } from "./problems.ts";
import type { SpendingRows } from "./storing.ts";
import type { PurchaseAction } from "./wire.ts";

/** What the service says about a document, for nothing; kept, so that the library reads on without the service. */
export interface Card {
  readonly summary: DocumentSummary | null;
  readonly toc: DocumentTocResponse | null;
  readonly pages: DocumentPageImagesResponse | null;
  readonly originals: DocumentOriginalsResponse | null;
  readonly notedAtMs: number;
}

export type DocumentAction = Exclude<PurchaseAction, { input: unknown }>;
type Part = "toc" | "pages" | "originals";

export class Facts {
  readonly #deps: SpendingDeps;
  readonly #rows: SpendingRows;
  readonly #keys: KeyStates;

  constructor(deps: SpendingDeps, rows: SpendingRows, keys: KeyStates) {
    this.#deps = deps;
    this.#rows = rows;
    this.#keys = keys;
  }

  /** The card with the part that this action's price comes from, no older than `maxAgeMs`. */
  async forAction(
    spender: Spender,
    action: DocumentAction,
    maxAgeMs: number,
  ): Promise<{ card: Card; deliverable: boolean }> {
    const part: Part = action.kind === "pages" ? "pages" : action.kind === "original" ? "originals" : "toc";
    const known = this.card(spender.ownerId, spender.upstream, action.document_id);
    const young = known !== null && this.#deps.clock.nowMs() - known.notedAtMs < maxAgeMs;
    // A whole document is quoted with the other ways to it.
    const told = known?.[part] != null && (action.kind !== "content" || known.originals !== null);
    const fresh = young && told;
    const card = fresh ? known : await this.#ask(spender, action, part, known);
    return { card, deliverable: isDeliverable(action, card) };
  }

  card(ownerId: string, upstream: string, documentId: string): Card | null {
    const row = this.#rows.artifacts.card(ownerId, upstream, documentId);
    return row === undefined ? null : cardOf(row);
  }

  async #ask(spender: Spender, action: DocumentAction, part: Part, known: Card | null): Promise<Card> {
    const { reads } = this.#deps;
    const documentId = action.document_id;
    const summary = await this.#told(spender, reads.summary(spender, documentId));
    // A document that can't be delivered has no contents to ask for: that is a state, not a failure.
    const absent = <T>(asked: Promise<T>): Promise<T | null> =>
      asked.catch((error: unknown) => {
        if (codeOf(error) === "content_not_available") return null;
        throw error;
      });
    // The confirmation of a whole document names the other ways to it. It is no reason to fail without them.
    const other = <T>(has: T | null | undefined, ask: () => Promise<Told<T>>): Promise<T | null> =>
      has == null && action.kind === "content"
        ? this.#told(spender, ask()).catch(() => null)
        : Promise.resolve(has ?? null);
    const card: Card = {
      summary,
      toc: part === "toc" ? await absent(this.#told(spender, reads.toc(spender, documentId))) : (known?.toc ?? null),
      pages:
        part === "pages"
          ? await this.#told(spender, reads.pages(spender, documentId))
          : await other(known?.pages, () => reads.pages(spender, documentId)),
      originals:
        part === "originals"
          ? await this.#told(spender, reads.originals(spender, documentId))
          : await other(known?.originals, () => reads.originals(spender, documentId)),
      notedAtMs: this.#deps.clock.nowMs(),
    };
    this.note(spender, documentId, card);
    return card;
  }

  note(spender: Pick<Spender, "ownerId" | "upstream">, documentId: string, card: Card): void {
    const { summary } = card;
    this.#rows.artifacts.putCard({
      owner_id: spender.ownerId,
      upstream: spender.upstream,
      document_id: documentId,
      title: summary?.title ?? null,
      document_type: summary?.document_type ?? null,
      security_code: summary?.security_code ?? null,
      issuer_name: summary?.issuer_name ?? null,
      summary: JSON.stringify(summary),
      toc: card.toc === null ? null : JSON.stringify(card.toc),
      pages: card.pages === null ? null : JSON.stringify(card.pages),
      originals: card.originals === null ? null : JSON.stringify(card.originals),
      noted_at: card.notedAtMs,
    });
  }

  async #told<T>(spender: Spender, asked: Promise<Told<T>>): Promise<T> {
    const { value, headers } = await asked;
    this.#observe(spender, headers);
    return value;
  }

  /**
   * Before anything is sent for money the service must have been heard once: only then is it known whether it
   * promises to recognise a repeated request.
   */
  async hearOnce(spender: Spender): Promise<void> {
    if (this.#keys.get(spender.keyId)?.observed_at != null) return;
    this.#observe(spender, await this.#deps.reads.probe(spender));
  }

  /** The balance, no older than a minute; asked for nothing, and left as it was where the service doesn't answer. */
  async refreshBalance(spender: Spender): Promise<void> {
    const seenAt = this.#keys.get(spender.keyId)?.observed_at ?? null;
    const age = seenAt === null ? Infinity : Math.abs(this.#deps.clock.nowMs() - seenAt);
    if (age < 60_000 || this.#keys.pauseMs(spender.keyId) > 0) return;
    const headers = await this.#deps.reads.probe(spender).catch(() => undefined);
    if (headers !== undefined) this.#observe(spender, headers);
  }

  #observe(spender: Spender, headers: KeyHeaders): void {
    this.#keys.observe(spender.keyId, headers);
  }
}

export function factsOf(card: Card | null): DocumentFacts {
  return { toc: card?.toc ?? null, characters: card?.summary?.character_count ?? null };
}

/** An unknown status is treated as not deliverable; a service that tells none is believed by its lists. */
function isDeliverable(action: DocumentAction, card: Card): boolean {
  if (action.kind === "pages") {
    const listed = new Set(card.pages?.pages.map((each) => each.page_number));
    return action.pages.every((page) => listed.has(page));
  }
  if (action.kind === "original") {
    return card.originals?.originals.some((each) => each.original_id === action.original_id) ?? false;
  }
  return card.toc !== null && card.summary?.content_status === "ready";
}

function cardOf(row: CardRow): Card {
  return {
    summary: readStoredAnswer("getDocument", row.summary),
    toc: readStoredAnswer("getToc", row.toc),
    pages: readStoredAnswer("listPageImages", row.pages),
    originals: readStoredAnswer("listOriginals", row.originals),
    notedAtMs: row.noted_at,
  };
}

export function codeOf(error: unknown): string | undefined {
  if (error instanceof PurchaseProblem) return error.problem.code;
  if (typeof error !== "object" || error === null || !("problem" in error)) return undefined;
  const { problem } = error;
  return typeof problem === "object" && problem !== null && "code" in problem && typeof problem.code === "string"
    ? problem.code
    : undefined;
}
