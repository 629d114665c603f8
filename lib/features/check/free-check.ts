import { hash } from "node:crypto";
import { jstDate } from "../../contract/dates.ts";
import type { DocumentId } from "../../contract/ids.ts";
import type { DocumentSummary } from "../../contract/resources.ts";
import { askService, type ServiceAnswer } from "../../evidence/receipts/ask-service.ts";
import { Memo } from "../../kit/memo.ts";
import { foldQuote } from "../../text/quotes/fold-quote.ts";
import { whatIsIn } from "../../text/quotes/left-out.ts";
import { ellipticQuote, formFault } from "../../text/quotes/quote-parts.ts";
import { isProblem } from "../../upstream/problem-error.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { Because, Claim, Verdict } from "./claims.ts";
import { documentFor, latestReport } from "./plan-check.ts";

/**
 * Quotations of text that is not owned: the service says for nothing whether whole sentences stand in a document, within
 * its bounds of guessing. Each quotation is one guess. One with a figure is never asked for, since drafts could try one
 * number after the other.
 */
export interface FreeCheck {
  documents(codes: readonly string[]): Promise<readonly DocumentSummary[]>;
  quote(documentId: string, words: string): Promise<ServiceAnswer>;
}

/** As many as may be asked for in vain in one document on a day. */
export const missesMax = 10;
/** After this time nothing more is asked for; a request that is under way ends by its own limit. */
const askingMs = 15_000;
const wordsMax = 4_000;
const rememberedMax = 5_000;

/** A draft that is checked again, stored or opened the same day asks for nothing in vain a second time. */
export class Guesses {
  readonly #missed = new Memo<ServiceAnswer>(rememberedMax);

  async ask(
    upstream: Upstream,
    quote: { readonly document_id: DocumentId; readonly quote: string },
    signal?: AbortSignal,
  ): Promise<ServiceAnswer> {
    const asked = [upstream.baseUrl, upstream.keyId, quote.document_id, quote.quote, jstDate(Date.now())];
    const name = hash("sha256", JSON.stringify(asked));
    const known = this.#missed.get(name);
    if (known !== undefined) return known;
    const answer = await askService(upstream, quote, { signal });
    if (answer.kind === "told" && !answer.found) this.#missed.set(name, answer);
    return answer;
  }
}

/** The words to ask for; undefined where they may not be asked for. */
export function askable({ kind, text }: Pick<Claim, "kind" | "text">): string | undefined {
  const words = text.trim();
  if (kind !== "quotation" || words.length >= wordsMax || formFault(words) !== undefined) return undefined;
  if (hasFigure(words) || ellipticQuote(words) !== undefined) return undefined;
  // A Japanese quotation leaves out the full stop before its closing bracket.
  return /\p{Script=Hiragana}$/u.test(words) ? `${words}。` : words;
}

function hasFigure(words: string): boolean {
  return /\p{N}/u.test(words) || whatIsIn(foldQuote(words).text).includes("figure");
}

interface OwnVerdicts {
  readonly claims: readonly Claim[];
  /** One for each claim, from owned text. */
  readonly verdicts: readonly Verdict[];
  /** Documents of which text is owned. */
  readonly owned: ReadonlySet<string>;
}

/** The verdicts once the service was asked, one quotation after the other. */
export async function freeVerdicts(free: FreeCheck, { claims, verdicts, owned }: OwnVerdicts): Promise<Verdict[]> {
  const look = new FreeLook(free, owned);
  const said: Verdict[] = [];
  for (const [at, verdict] of verdicts.entries()) {
    const claim = claims[at];
    said.push(claim === undefined ? verdict : await look.verdictOn(claim, verdict));
  }
  return said;
}

class FreeLook {
  readonly #free: FreeCheck;
  readonly #owned: ReadonlySet<string>;
  readonly #listed = new Map<string, readonly DocumentSummary[]>();
  readonly #until = Date.now() + askingMs;
  readonly #full = new Set<string>();
  #misses = 0;
  /** Why nothing more is asked for. */
  #ended: Because | undefined;

  constructor(free: FreeCheck, owned: ReadonlySet<string>) {
    this.#free = free;
    this.#owned = owned;
  }

  /** It tells no place within the document and no words, and changes no verdict of owned text unless the words are found. */
  async verdictOn(claim: Claim, own: Verdict): Promise<Verdict> {
    const isOpen = own.because === "not_owned";
    const isElsewhere = own.kind === "not_in_it" || (own.kind === "altered_words" && own.words !== null);
    const words = isOpen || isElsewhere ? askable(claim) : undefined;
    if (words === undefined || claim.issuer === null) return own;
    const openBecause = (because: Because): Verdict => (isOpen ? { ...own, because } : own);
    if (Date.now() > this.#until) this.#ended ??= "not_asked";
    if (this.#ended !== undefined) return openBecause(this.#ended);
    try {
      const document = await this.#documentOf(claim);
      if (document === undefined || (isElsewhere && this.#owned.has(document.document_id))) return own;
      const { document_id: documentId, title } = document;
      if (this.#full.has(documentId)) return openBecause("free_limit");
      const answer = await this.#free.quote(documentId, words);
      if (answer.kind === "not_offered") this.#ended = "not_owned";
      if (answer.kind === "refused" && answer.code === "quote_limit_reached") {
        this.#full.add(documentId);
        return openBecause("free_limit");
      }
      if (answer.kind !== "told") return own;
      const place = { documentId, sectionId: null, title, page: null };
      if (answer.found) return { ...own, kind: "found", because: "whole_sentence", place, words: null, filed: null };
      if (++this.#misses >= missesMax) this.#ended = "too_many";
      return isOpen ? { ...own, because: "not_whole_sentence", place } : own;
    } catch (error) {
      // The rest of the check needs no answer of these.
      if (!isProblem(error)) throw error;
      this.#ended = "not_asked";
      return openBecause("not_asked");
    }
  }

  async #documentOf(claim: Claim): Promise<DocumentSummary | undefined> {
    const issuer = claim.issuer ?? "";
    const listed = this.#listed.get(issuer) ?? (await this.#free.documents([issuer]));
    this.#listed.set(issuer, listed);
    const ready = listed.filter(
      ({ content_status, amends_document_id }) => content_status === "ready" && amends_document_id === null,
    );
    return claim.period === null ? latestReport(ready) : documentFor(claim, ready);
  }
}
