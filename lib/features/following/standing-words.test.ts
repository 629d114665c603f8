import { expect, test } from "vitest";
import { DocumentSummary, StandingListResponse } from "../../contract/resources.ts";
import { foundSections, listStandingWords, saveStandingWords } from "../../store/standing-words.ts";
import { countUnseen, listRecent } from "../../store/updates.ts";
import { allSources, wordsSource } from "../../text/format/update-source.ts";
import { checkForUpdates } from "./check.ts";
import { owner, type Setup, setUp, startMs } from "./testing/listing.ts";

const dayMs = 86_400_000;

interface Match {
  readonly phraseId: string;
  readonly at: string;
  readonly document: DocumentSummary;
}

/** The service's list of matches, in pages of two. */
async function setUpWords(): Promise<Setup & { readonly matches: Match[]; readonly since: string[] }> {
  const setup = Object.assign(await setUp(), { matches: [] as Match[], since: [] as string[] });
  for (const [at, phrase] of ["減損損失", "配当"].entries()) {
    const row = { phrase_id: `p${at}`, search_id: `s${at}`, phrase, upstream: "https://s", stood_at: startMs };
    await saveStandingWords(setup.store, owner, row);
  }
  setup.standing = ({ matched_since = "", cursor = "0" }) => {
    setup.since.push(matched_since);
    const found = setup.matches.filter(({ at }) => at.slice(0, 10) >= matched_since).toReversed();
    const end = Number(cursor) + 2;
    return StandingListResponse.parse({
      phrases: [],
      new_left_today: 5,
      matches: found.slice(Number(cursor), end).map(({ phraseId, at, document }) => ({
        ...{ phrase_id: phraseId, matched_at: at, passages: 2, document },
        sections: [{ section_id: "s-1", title: "リスク", character_count: 900, passages: 2 }],
      })),
      next_cursor: end < found.length ? String(end) : null,
    });
  };
  return setup;
}

function match(setup: { readonly listing: Setup["listing"] }, phraseId: string, id: string, at: string): Match {
  setup.listing.publish(id, at, { security_code: "6758" });
  const document = setup.listing.documents.at(-1);
  if (document === undefined) throw new Error("nothing was published");
  return { phraseId, at, document: DocumentSummary.parse(document) };
}

const told = async ({ store }: Setup, source: string) =>
  (await listRecent(store, owner, source, 1_000)).map(({ document_id }) => document_id).sort();

test("each match is told once under its words, with its sections, and once among everything", async () => {
  const setup = await setUpWords();
  for (const id of ["a", "b", "c"]) setup.matches.push(match(setup, "p0", id, "2026-11-20T11:00:00+09:00"));
  setup.matches.push({ ...match(setup, "p1", "x", "2026-11-20T11:00:00+09:00"), ...{ document: first(setup) } });
  for (let n = 0; n < 3; n++) await checkForUpdates(setup.deps, owner);
  expect(await told(setup, wordsSource("p0"))).toEqual(["a", "b", "c"]);
  expect(await told(setup, wordsSource("p1"))).toEqual(["a"]);
  expect(await told(setup, allSources)).toEqual(["a", "b", "c"]);
  expect((await foundSections(setup.store, owner, "p0")).get("b")).toEqual([
    { section_id: "s-1", title: "リスク", character_count: 900, passages: 2 },
  ]);
  expect((await listStandingWords(setup.store, owner)).map(({ phrase, matched }) => [phrase, matched])).toEqual([
    ["減損損失", 3],
    ["配当", 1],
  ]);
  expect((await countUnseen(setup.store, owner)).find(({ source }) => source === wordsSource("p0"))?.published).toBe(3);
});

function first({ matches }: { readonly matches: readonly Match[] }): DocumentSummary {
  const [match] = matches;
  if (match === undefined) throw new Error("nothing matched");
  return match.document;
}

test("a check that is cut off between pages tells the rest the next time, nothing twice", async () => {
  const setup = await setUpWords();
  for (const id of ["a", "b", "c", "d", "e"]) setup.matches.push(match(setup, "p0", id, "2026-11-20T11:00:00+09:00"));
  const { standing } = setup;
  let asked = 0;
  setup.standing = (query) => {
    if (++asked === 2) throw new Error("cut");
    return standing?.(query) ?? StandingListResponse.parse({});
  };
  await expect(checkForUpdates(setup.deps, owner)).rejects.toThrow("cut");
  expect(await told(setup, wordsSource("p0"))).toEqual(["d", "e"]);
  expect((await checkForUpdates(setup.deps, owner)).found).toBe(3);
  expect(await told(setup, wordsSource("p0"))).toEqual(["a", "b", "c", "d", "e"]);
});

test("an absence of weeks is read back, and each check begins the day before the last one", async () => {
  const setup = await setUpWords();
  await checkForUpdates(setup.deps, owner);
  for (let day = 0; day < 30; day++) {
    const at = new Date(startMs + day * dayMs + 9 * 3_600_000).toISOString().slice(0, 10);
    setup.matches.push(match(setup, "p0", `d${day}`, `${at}T11:00:00+09:00`));
  }
  setup.nowMs += 31 * dayMs;
  await checkForUpdates(setup.deps, owner);
  await checkForUpdates(setup.deps, owner);
  expect(await told(setup, wordsSource("p0"))).toHaveLength(30);
  expect(setup.since.at(-1)).toBe("2026-12-20");
});

test("words of another owner of the key are not told, and a service without them loses none of what it finds later", async () => {
  const setup = await setUpWords();
  const { standing } = setup;
  delete setup.standing;
  await checkForUpdates(setup.deps, owner);
  setup.nowMs += 5 * dayMs;
  await checkForUpdates(setup.deps, owner);
  setup.matches.push(match(setup, "p0", "a", "2026-11-21T11:00:00+09:00"));
  setup.matches.push(match(setup, "other", "b", "2026-11-21T11:00:00+09:00"));
  if (standing !== undefined) setup.standing = standing;
  await checkForUpdates(setup.deps, owner);
  expect(await told(setup, allSources)).toEqual(["a"]);
});

test("a webhook of everything gets a matched document once", async () => {
  const setup = await setUpWords();
  await setup.store
    .prepare(
      `insert into webhooks (webhook_id, owner_id, upstream, source, address, sealed_secret, created_at)
       values ('w', ?, 'https://s', 'all', 'https://r', 'x', 1)`,
    )
    .run(owner);
  setup.matches.push(match(setup, "p0", "a", "2026-11-20T11:00:00+09:00"));
  setup.matches.push({ ...match(setup, "p1", "x", "2026-11-20T11:00:00+09:00"), ...{ document: first(setup) } });
  for (let n = 0; n < 2; n++) await checkForUpdates(setup.deps, owner);
  const count = setup.store.prepare<[], { count: number }>("select count(*) as count from deliveries");
  expect(Number((await count.get())?.count)).toBe(1);
});
