import fc from "fast-check";
import { expect, test } from "vitest";
import { foldWords, indexedWords, searchedWords } from "../text/library-words.ts";
import type { Store } from "./store.ts";
import { openTestStore } from "./testing/test-store.ts";

/** HIRAKU_WORDS_RUNS sets the number of runs. */
const numRuns = Number(process.env["HIRAKU_WORDS_RUNS"] ?? 40);

/** Letters that stand beside each other in filings, and what cuts and joins words in other scripts. */
const piece = fc.constantFrom(
  ..."売上高営業利益東京電力会社",
  ..."うりあげウリアゲヴﾊﾟﾎﾞー々〇",
  ..."abcABCéßſİıøZ019０９Ａｂ①Ⅷ½",
  ..."𠮷𩸽ก็नि한글あ\u3099葛\u{e0100}e\u0301ا\u064e",
  ..." \u3000、。・-—()（）|#\n\u0000'\"*%_\\😀",
);
/** Few letters, so that their pairs stand in other sequences too. */
const few = fc.array(fc.constantFrom("売", "上", "高", " "), { maxLength: 10 });
const text = fc.oneof(few, fc.array(piece, { maxLength: 40 })).map((pieces) => pieces.join(""));
const owners = ["ann", "bob"] as const;
const artifacts = Array.from({ length: 8 }, (_, at) => ({ id: `art_${at}`, owner: owners[at % 2] ?? "ann" }));

async function addArtifact(store: Store, id: string, owner: string): Promise<void> {
  await store
    .prepare(
      `insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, state, credits_min,
         credits_max, created_at, opened_at) values (?, ?, 'u', 'content', ?, 0, 'k', ?, 'stored', 2, 2, 1, 1)`,
    )
    .run(id, owner, id, id);
  await store
    .prepare(
      `insert into artifacts (artifact_id, intent_id, owner_id, upstream, kind, params, epoch, sha256, byte_size, media_type,
         stored_at) values (?, ?, ?, 'u', 'content', ?, 0, ?, 1, 'application/json', 1)`,
    )
    .run(id, id, owner, id, id);
}

async function found(store: Store, owner: string, question: string): Promise<string[]> {
  const { sql, values } = store.words.containing(owner, searchedWords(question));
  const rows = await store
    .prepare<(string | number)[], { artifact_id: string }>(
      `select artifact_id from artifacts where ${sql} order by artifact_id`,
    )
    .all(...values);
  return rows.map((row) => row.artifact_id);
}

const run = /[\p{L}\p{N}\p{M}々〇ー]+/gu;

/** By looking: each of the question's words stands within a word of the text. */
function holds(text: string, question: string): boolean {
  const words = foldWords(text).match(run) ?? [];
  const wanted = (foldWords(question).match(run) ?? []).slice(0, 12);
  return wanted.every((each) => words.some((word) => standsIn([...word], [...each])));
}

function standsIn(word: readonly string[], wanted: readonly string[]): boolean {
  return word.some((_, at) => wanted.every((letter, offset) => word[at + offset] === letter));
}

test("an owner's search finds exactly the texts in which all of its words stand", { timeout: 300_000 }, async () => {
  const store = openTestStore();
  for (const { id, owner } of artifacts) await addArtifact(store, id, owner);
  let hits = 0;
  const texts = fc.array(text, { minLength: artifacts.length, maxLength: artifacts.length });
  const cut = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 5 }));
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.oneof(text, cut), { minLength: 4, maxLength: 8 }), async (all, asked) => {
      for (const [at, { id, owner }] of artifacts.entries()) {
        await store.words.put({ ownerId: owner, artifactId: id, words: indexedWords(all[at] ?? "") });
      }
      for (const each of asked) {
        const question = typeof each === "string" ? each : pieceOf(all, each);
        if (searchedWords(question).length === 0) continue;
        for (const owner of owners) {
          const expected = artifacts.filter((one, at) => one.owner === owner && holds(all[at] ?? "", question));
          const ids = expected.map(({ id }) => id);
          hits += ids.length;
          expect(await found(store, owner, question), JSON.stringify({ question, owner })).toEqual(ids);
        }
      }
    }),
    { numRuns },
  );
  expect(hits).toBeGreaterThan(numRuns);
});

function pieceOf(all: readonly string[], [which, from, length]: readonly [number, number, number]): string {
  const letters = [...(all[which % all.length] ?? "")];
  const start = letters.length === 0 ? 0 : from % letters.length;
  return letters.slice(start, start + length).join("");
}
