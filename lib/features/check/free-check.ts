import { createHash } from "node:crypto";
import { DocumentId } from "../../contract/ids.ts";
import type { DocumentSummary } from "../../contract/resources.ts";
import { askService, type ServiceAnswer } from "../../evidence/receipts/ask-service.ts";
import { Memo } from "../../kit/memo.ts";
import { formFault, quoteParts } from "../../text/quotes/quote-parts.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { Claim, Verdict } from "./claims.ts";
import { documentFor, latestReport } from "./plan-check.ts";

/**
 * Quotations of text that is not owned. The service says for nothing whether whole sentences stand in a document, within
 * its bounds of guessing. Each quotation is one guess: a draft that is checked again asks nothing twice, and a sentence
 * with a figure is never asked, since a draft could try one number after the other.
 */
export interface FreeCheck {
  documents(codes: readonly string[]): Promise<readonly DocumentSummary[]>;
  quote(documentId: string, words: string): Promise<ServiceAnswer>;
}

/** As many as may fail for one document on a day. */
export const guessesMax = 10;
const rememberedMax = 5_000;

/** What was not found before. What is found may be asked again: it is no guess, and is not counted. */
export class Guesses {
  readonly #missed = new Memo<ServiceAnswer>(rememberedMax);

  async ask(upstream: Upstream, documentId: string, words: string): Promise<ServiceAnswer> {
    const key = createHash("sha256")
      .update(JSON.stringify([upstream.keyId, documentId, words]))
      .digest("hex");
    const known = this.#missed.get(key);
    if (known !== undefined) return known;
    const answer = await askService(upstream, { document_id: DocumentId.parse(documentId), quote: words });
    if (answer.kind === "told" && !answer.found) this.#missed.set(key, answer);
    return answer;
  }
}

/** The words to ask for; undefined where they may not be asked. */
export function askable({ kind, text }: Pick<Claim, "kind" | "text">): string | undefined {
  if (kind !== "quotation" || figure.test(text) || quoteParts(text).length !== 1) return undefined;
  const words = text.trim();
  if (/^(?:…|\.{3}|‥)|(?:…|\.{3}|‥)$/u.test(words) || formFault(words) !== undefined) return undefined;
  // A Japanese quotation leaves out the full stop before its closing bracket.
  return /[。．.!?！？」』）)]$/u.test(words) || !/\p{Script=Hiragana}$/u.test(words) ? words : `${words}。`;
}

const figure =
  /\p{N}|[〇一二三四五六七八九十百千万億兆]{2,}|[〇一二三四五六七八九十百千万億兆](?:円|％|%|人|名|社|株|件|年|月|日|割|倍|分|期|回|度|位|番|か|カ|ヵ|ヶ)/u;

/** A quotation's verdict once the service was asked. It tells no place within the document, and no words. */
export async function freeVerdict(free: FreeCheck, claim: Claim, open: Verdict): Promise<Verdict> {
  const words = askable(claim);
  if (words === undefined || claim.issuer === null) return open;
  const listed = (await free.documents([claim.issuer])).filter(({ content_status }) => content_status === "ready");
  const document = documentFor(claim, listed) ?? latestReport(listed);
  if (document === undefined) return open;
  const answer = await free.quote(document.document_id, words);
  const place = { documentId: document.document_id, sectionId: null, title: document.title, page: null };
  if (answer.kind === "refused") {
    return answer.code === "quote_limit_reached" ? { ...open, because: "free_limit" } : open;
  }
  if (answer.kind !== "told") return open;
  if (answer.found) return { ...open, kind: "found", because: "whole_sentence", place };
  return { ...open, because: "not_whole_sentence", place };
}
