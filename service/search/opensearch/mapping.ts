import { unkept } from "./encode.ts";

/** Grows with what is written to an index: one of another number is built anew by `hiraku search rebuild`. */
export const mappingVersion = 1;

/**
 * One index for documents and one for news, each with three kinds of entries:
 * `section`, found by keywords: its folded text and context as pairs of characters with their places, so that a phrase
 * of pairs is exactly a substring, and single characters by themselves; it holds the texts that are shown.
 * `passage`, found by questions: our own tokens, made by us.
 * `document`: what is known of the whole, for counting and for the names of issuers.
 */
export function indexBody(shards: number): object {
  const pairs = { type: "text", analyzer: "pairs", similarity: "ranking" };
  const characters = { type: "text", analyzer: "characters", index_options: "docs", norms: false };
  const tokens = { type: "text", analyzer: "tokens", similarity: "ranking", index_options: "freqs" };
  const name = { type: "keyword" };
  return {
    settings: {
      number_of_shards: shards,
      auto_expand_replicas: "0-1",
      // The writer refreshes, so that no half of a document is seen.
      refresh_interval: "-1",
      codec: "best_compression",
      similarity: { ranking: { type: "BM25", k1: 0.9, b: 0.4 } },
      // A text of one character has no pair, and is found by its characters.
      analysis: {
        tokenizer: {
          pairs: { type: "ngram", min_gram: 2, max_gram: 2, token_chars: [] },
          characters: { type: "ngram", min_gram: 1, max_gram: 1, token_chars: [] },
        },
        analyzer: {
          pairs: { type: "custom", tokenizer: "pairs" },
          characters: { type: "custom", tokenizer: "characters" },
          tokens: { type: "custom", tokenizer: "whitespace" },
        },
      },
    },
    mappings: {
      dynamic: false,
      _source: { excludes: unkept },
      _meta: { hiraku: mappingVersion },
      properties: {
        kind: name,
        document: name,
        change: { type: "long" },
        family: name,
        type: name,
        codes: name,
        at: { type: "long" },
        superseded: { type: "boolean" },
        issuer: name,
        names: name,
        amends: name,
        place: { type: "integer" },
        passage: { type: "integer" },
        text: pairs,
        text1: characters,
        above: pairs,
        above1: characters,
        tokens,
        context: tokens,
        fields: { ...tokens, norms: false },
        passages: { type: "integer" },
        characters: { type: "long" },
      },
    },
  };
}
