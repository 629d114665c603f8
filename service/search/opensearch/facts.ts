import { z } from "zod";
import { IssuerNames } from "../core/issuer-names.ts";
import type { EngineClient } from "./client.ts";
import { tokenText } from "./encode.ts";

/** Of a whole index, for ranking: sizes, the names of issuers, and amended sections. */
export interface Facts {
  readonly passageCount: number;
  readonly meanLength: number;
  /** The issuers that a question names, and the folded question without their names. */
  issuersIn(query: string): {
    readonly issuers: readonly string[];
    readonly rest: string;
    readonly names: readonly string[];
  };
  isAmended(documentId: string): boolean;
}

const Buckets = z.object({ buckets: z.array(z.object({ key: z.string() })) });
const Answer = z.object({
  aggregations: z.object({
    documents: z.object({
      passages: z.object({ value: z.number() }),
      characters: z.object({ value: z.number() }),
      names: Buckets,
      amended: Buckets,
    }),
  }),
});
const Vectors = z.object({
  term_vectors: z.record(
    z.string(),
    z.object({
      field_statistics: z.object({ doc_count: z.number() }),
      terms: z.record(z.string(), z.object({ doc_freq: z.number().default(0) })),
    }),
  ),
});

/** How long what is known is used before it is read again, while searches go on with it. */
const knownForMs = 5_000;
const frequenciesForMs = 300_000;
const frequenciesMax = 500_000;
const issuersMax = 20_000;
const amendedMax = 200_000;

/**
 * Facts of one index, read now and then. How many entries hold a token is asked for the tokens of a question that are
 * not known yet, and kept for minutes: frequent tokens are known after a few questions, so that most need no request.
 */
export class IndexFacts {
  readonly #client: EngineClient;
  readonly #index: string;
  readonly #frequencies = new Map<string, number>();
  #facts: Facts | undefined;
  #readAt = 0;
  #reading: Promise<Facts> | undefined;
  #frequenciesSince = 0;

  constructor(client: EngineClient, index: string) {
    this.#client = client;
    this.#index = index;
  }

  /** The index has changed so much that nothing known of it holds. */
  forget(): void {
    this.#facts = undefined;
    this.#frequencies.clear();
  }

  async current(): Promise<Facts> {
    if (this.#facts === undefined) return this.#read();
    if (performance.now() - this.#readAt > knownForMs && this.#reading === undefined) {
      // A failure is told by the search itself.
      this.#read().catch(() => {});
    }
    return this.#facts;
  }

  #read(): Promise<Facts> {
    this.#reading ??= this.#ask().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #ask(): Promise<Facts> {
    const terms = (field: string, size: number) => ({ terms: { field, size } });
    const sum = (field: string) => ({ sum: { field } });
    const answer = await this.#client.call({
      method: "POST",
      path: `/${this.#index}/_search?request_cache=true`,
      body: {
        size: 0,
        aggs: {
          documents: {
            filter: { term: { kind: "document" } },
            aggs: {
              passages: sum("passages"),
              characters: sum("characters"),
              names: terms("names", issuersMax),
              amended: terms("amends", amendedMax),
            },
          },
        },
      },
    });
    const { passages, characters, names, amended } = Answer.parse(answer).aggregations.documents;
    this.#readAt = performance.now();
    this.#facts = factsOf(passages.value, characters.value, keysOf(names), keysOf(amended));
    return this.#facts;
  }

  /** By token; absent ones occur nowhere. */
  async frequencies(
    wanted: { readonly tokens: readonly number[]; readonly fields: readonly number[] },
    passageCount: number,
    signal: AbortSignal,
  ): Promise<(field: "tokens" | "fields", token: number) => number> {
    if (performance.now() - this.#frequenciesSince > frequenciesForMs || this.#frequencies.size > frequenciesMax) {
      this.#frequencies.clear();
      this.#frequenciesSince = performance.now();
    }
    const unknown = (field: "tokens" | "fields") =>
      wanted[field].map(tokenText).filter((text) => !this.#frequencies.has(`${field} ${text}`));
    const asked = { tokens: unknown("tokens"), fields: unknown("fields") };
    if (asked.tokens.length + asked.fields.length > 0) await this.#askFrequencies(asked, passageCount, signal);
    return (field, token) => this.#frequencies.get(`${field} ${tokenText(token)}`) ?? 0;
  }

  async #askFrequencies(
    asked: { readonly tokens: readonly string[]; readonly fields: readonly string[] },
    passageCount: number,
    signal: AbortSignal,
  ): Promise<void> {
    const answer = await this.#client.call({
      method: "POST",
      path: `/${this.#index}/_termvectors`,
      signal,
      body: {
        doc: { tokens: asked.tokens.join(" "), fields: asked.fields.join(" ") },
        fields: ["tokens", "fields"],
        positions: false,
        offsets: false,
        payloads: false,
        term_statistics: true,
        field_statistics: true,
      },
    });
    const { term_vectors } = Vectors.parse(answer);
    const inTokens = term_vectors["tokens"]?.field_statistics.doc_count ?? 0;
    // One shard answers for all: what it holds is a fair sample of the rest.
    const scale = inTokens > 0 ? Math.max(1, passageCount / inTokens) : 1;
    for (const field of ["tokens", "fields"] as const) {
      const terms = term_vectors[field]?.terms ?? {};
      for (const text of asked[field])
        this.#frequencies.set(`${field} ${text}`, Math.round((terms[text]?.doc_freq ?? 0) * scale));
    }
  }
}

/** `encode` writes the codes of a document after its names. */
const isCode = (name: string) => /^[0-9][0-9A-Z][0-9][0-9A-Z]$/u.test(name);

const keysOf = ({ buckets }: z.output<typeof Buckets>) => buckets.map(({ key }) => key);

function factsOf(
  passageCount: number,
  characters: number,
  names: readonly string[],
  amended: readonly string[],
): Facts {
  const issuerNames = new IssuerNames();
  const issuers: string[] = [];
  for (const text of names) {
    const each = z.array(z.string()).parse(JSON.parse(text));
    if (each[0] === undefined) continue;
    const codes = each.filter(isCode);
    issuerNames.add(
      issuers.length,
      each.filter((name) => !isCode(name)),
      codes,
    );
    issuers.push(each[0]);
  }
  const amendedIds = new Set(amended);
  return {
    passageCount,
    meanLength: passageCount === 0 ? 1 : characters / passageCount,
    issuersIn(query) {
      const { owners, rest, names: found } = issuerNames.find(query);
      return { issuers: owners.flatMap((owner) => issuers[owner] ?? []), rest, names: found };
    },
    isAmended: (documentId) => amendedIds.has(documentId),
  };
}
