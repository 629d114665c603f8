import { hash } from "node:crypto";
import { jstDate } from "../../../lib/contract/dates.ts";
import { SerialQueue } from "../../../lib/kit/process/turns.ts";
import type { Presence } from "../../../lib/text/quotes/prepared-text.ts";
import { formFault } from "../../../lib/text/quotes/quote-parts.ts";
import type { Catalog, QuoteBounds, QuoteCheck, QuoteChecks } from "../../storage/ports.ts";

/**
 * Finds a quote in a document, for any key and for nothing, without becoming a way to read it. Of text that was
 * bought with the key any words may be found; of all other text only whole sentences and rows, and a quote that is
 * not found is counted before it is looked for: the answer after the last count does not depend on the text. If
 * looking itself fails the count is taken back.
 */
export interface QuoteVerifier {
  verify(keyId: string, documentId: string, quote: string, gone: AbortSignal): Promise<Verification>;
}

export type Verification =
  | {
      readonly kind: "answer";
      readonly presence: Presence;
      /** The text that was searched, and how. */
      readonly rule: "bought_text" | "whole_sentences";
      /** How many more quotes of this document may be asked for in vain today; null where that is not counted. */
      readonly failuresLeft: number | null;
    }
  | { readonly kind: "refused"; readonly fault: NonNullable<ReturnType<typeof formFault>> }
  | { readonly kind: "reached"; readonly bound: keyof QuoteBounds };

export const failureBounds: QuoteBounds = { perDocument: 10, perKey: 100 };

export interface QuoteVerifierDeps {
  readonly catalog: Pick<Catalog, "sectionTexts">;
  readonly quoteChecks: QuoteChecks;
  readonly nowMs: () => number;
  readonly look: (
    texts: readonly string[],
    quote: string,
    how: { readonly open?: readonly boolean[]; readonly signal: AbortSignal },
  ) => Promise<Presence>;
}

export function createQuoteVerifier({ catalog, quoteChecks, nowMs, look }: QuoteVerifierDeps): QuoteVerifier {
  const turns = new Map<string, SerialQueue>();

  async function verify(keyId: string, documentId: string, quote: string, signal: AbortSignal): Promise<Verification> {
    signal.throwIfAborted();
    const texts = (await catalog.sectionTexts(documentId, undefined)).map(({ markdown }) => markdown);
    const known = new Set((await quoteChecks.deliveredTo(keyId, documentId)).map(nameOf));
    const open = texts.map((text) => known.has(nameOf(deliveredHash(text))));
    if (open.includes(true)) {
      const presence = await look(texts, quote, { open, signal });
      if (presence.found || !open.includes(false)) {
        return { kind: "answer", presence, rule: "bought_text", failuresLeft: null };
      }
    }
    const fault = formFault(quote);
    if (fault !== undefined) return { kind: "refused", fault };
    const check: QuoteCheck = { keyId, documentId, day: jstDate(nowMs()) };
    // A failed disk fails here, before it could tell what is found from what is not.
    const counted = await quoteChecks.count(check, failureBounds);
    if ("reached" in counted) return { kind: "reached", bound: counted.reached };
    const presence = await look(texts, quote, { signal }).catch(async (error: unknown) => {
      // Nothing was told, so nothing was guessed.
      await quoteChecks.takeBack(check);
      throw error;
    });
    if (presence.found) await quoteChecks.takeBack(check);
    const used = presence.found ? 1 : 0;
    const failuresLeft = Math.min(
      failureBounds.perDocument - counted.ofDocument + used,
      failureBounds.perKey - counted.ofKey + used,
    );
    return { kind: "answer", presence, rule: "whole_sentences", failuresLeft };
  }

  return {
    async verify(keyId, documentId, quote, gone) {
      // One quote of a key at a time: true ones that arrive together never reach the bound, and no key fills the queue.
      const turn = turns.get(keyId) ?? new SerialQueue();
      turns.set(keyId, turn);
      try {
        return await turn.take(() => verify(keyId, documentId, quote, gone));
      } finally {
        if (turn.isIdle) turns.delete(keyId);
      }
    },
  };
}

/** Stored in place of a delivered text. */
export function deliveredHash(text: string): Uint8Array {
  return hash("sha256", text, "buffer").subarray(0, 8);
}

const nameOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
