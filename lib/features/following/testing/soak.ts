import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createService } from "../../../../service/app.ts";
import { makePublication, makeSection } from "../../../../service/domain/publishing/testing/make-publication.ts";
import { openLibrary } from "../../../../service/library.ts";
import { openStore } from "../../../../service/storage/open-store.ts";
import { createKey, testDeps } from "../../../../service/testing/deps.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { StandingListResponse, StandingPhrase } from "../../../contract/resources.ts";
import { SeededRandom } from "../../../spending/simulation/environment.ts";
import { createOwner } from "../../../store/owners.ts";
import { saveStandingWords } from "../../../store/standing-words.ts";
import { openMemoryStore } from "../../../store/testing/memory-store.ts";
import { listRecent } from "../../../store/updates.ts";
import { wordsSource } from "../../../text/format/update-source.ts";
import { checkForUpdates } from "../check.ts";

/**
 * A day of filings with standing words of several owners: publications are cut and repeated, and so are the looks of the
 * web app. What each owner was told is compared with a search of every text for every phrase.
 */
export interface WordsReport {
  readonly rows: number;
  readonly phrases: number;
  readonly expected: number;
  readonly told: number;
  readonly missed: number;
  readonly wrong: number;
  readonly toldTwice: number;
  readonly credits: number;
  readonly cuts: number;
}

export const isTold = ({ expected, missed, wrong, toldTwice, credits }: WordsReport): boolean =>
  expected > 0 && missed + wrong + toldTwice + credits === 0;

export const soak = {
  kind: "words",
  defaults: { rows: 2_425, seed: 1 },
  run: soakWords,
  isGood: isTold,
};

const ownersCount = 5;
const phrasesOfOwner = 8;
const dayMs = 86_400_000;
const dayBeginsMs = Date.parse("2026-06-26T00:00:00+09:00");
const vocabulary = "減損 配当 増資 訴訟 工場 為替 金利 買収 人材 開発 海外 在庫 契約".split(" ");

export async function soakWords(options: { readonly rows: number; readonly seed: number }): Promise<WordsReport> {
  const random = new SeededRandom(options.seed);
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-words-"));
  const serviceStore = openStore(folder);
  const library = openLibrary(serviceStore, { dataFolder: folder, madeBytesMax: 1_000_000, makers: {} });
  const clock = { nowMs: dayBeginsMs - 2 * dayMs };
  const service = createService(testDeps(serviceStore, library, clock));
  try {
    const word = () => random.pick(vocabulary);
    const ask = async (key: string, method: string, target: string, body?: object): Promise<unknown> => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const text = body === undefined ? null : JSON.stringify(body);
      const answer = await service.fetch(new Request(`http://service.test${target}`, { method, headers, body: text }));
      if (answer.status !== 200) throw new Error(`${target}: ${await answer.text()}`);
      return answer.json();
    };
    const standing = endpoints.standPhrase.path;

    let cuts = 0;
    const cutsNow = () => {
      const isCut = random.happens(0.1);
      if (isCut) cuts++;
      return isCut;
    };
    const owners = await Promise.all(Array.from({ length: ownersCount }, (_, at) => makeOwner(`owner-${at}`)));
    for (let made = 0; made < phrasesOfOwner; made++) {
      // Five a day.
      if (made % 5 === 0) clock.nowMs += made * (dayMs / 5);
      for (const owner of owners) await owner.stand(vocabulary[made] ?? "", word());
    }

    const texts = new Map<string, string>();
    clock.nowMs = dayBeginsMs;
    for (let row = 0; row < options.rows; row++) {
      clock.nowMs = dayBeginsMs + Math.floor((row / options.rows) * dayMs);
      await publish(row);
      if (row % 100 === 99) for (const owner of owners) await owner.look();
    }
    for (const owner of owners) while (!(await owner.look()));
    const totals = { expected: 0, told: 0, missed: 0, wrong: 0, toldTwice: 0, credits: 0 };
    for (const owner of owners) await owner.compare(totals);
    return { rows: options.rows, phrases: ownersCount * phrasesOfOwner, ...totals, cuts };

    async function publish(row: number): Promise<void> {
      const documentId = `D${row}`;
      const text = Array.from({ length: 6 }, () => word() + word()).join("の");
      const isOld = random.happens(0.03);
      const isSlides = random.happens(0.03);
      const isPending = random.happens(0.05);
      const publication = makePublication({
        ...{ documentId, securityCode: null, issuerName: "試験", sections: [makeSection("s-1", text)] },
        type: isSlides ? "ir_presentation" : "other_timely_disclosure",
        family: isSlides ? "ir_material" : "timely_disclosure",
        timelineAtMs: isOld ? clock.nowMs - 30 * dayMs : clock.nowMs,
        status: isPending ? "pending_release" : "ready",
      });
      if (cutsNow()) {
        const cut = library.publisher.batch(async (steps) => {
          await steps.publishDocument(publication);
          throw new Error("cut");
        });
        await cut.catch(() => undefined);
      }
      await library.publisher.publishDocument(publication);
      if (isPending) await library.publisher.release(documentId);
      if (random.happens(0.1)) await library.publisher.publishDocument({ ...publication, title: "読み直した書類" });
      if (!isSlides && (!isOld || isPending)) texts.set(documentId, text);
    }

    async function makeOwner(ownerId: string) {
      const { id, key } = await createKey(serviceStore, clock.nowMs, {
        credits: 10,
        perMinute: 1_000_000,
        perDay: null,
      });
      const store = openMemoryStore();
      await createOwner(store, { owner_id: ownerId, created_at: 0, recovery_hash: null });
      await store
        .prepare(
          `insert into webhooks (webhook_id, owner_id, upstream, source, address, sealed_secret, created_at)
           values ('w', ?, 'http://service.test', 'all', 'https://receiver.test', 'x', 1)`,
        )
        .run(ownerId);
      const phrases: { readonly phraseId: string; readonly phrase: string }[] = [];
      return {
        async stand(first: string, second: string) {
          const made = StandingPhrase.parse(await ask(key, "POST", standing, { phrase: first + second }));
          phrases.push({ phraseId: made.phrase_id, phrase: made.phrase });
          const row = { phrase_id: made.phrase_id, phrase: made.phrase, search_id: made.phrase, upstream: "s" };
          await saveStandingWords(store, ownerId, { ...row, stood_at: clock.nowMs });
        },
        /** False where it was cut. */
        async look(): Promise<boolean> {
          const looking = checkForUpdates(
            {
              store,
              // Matches have the time of this machine.
              now: Date.now,
              upstream: "https://service.test",
              getDocument: async () => undefined,
              listDocuments: async () => ({ documents: [], next_cursor: null }),
              async listStanding({ matched_since, cursor }) {
                if (cutsNow()) throw new Error("cut");
                const page =
                  cursor === undefined
                    ? { matched_since: matched_since ?? "" }
                    : { matched_since: matched_since ?? "", cursor };
                const query = new URLSearchParams({ limit: "100", ...page });
                return StandingListResponse.parse(await ask(key, "GET", `${standing}?${query}`));
              },
              ownedFilings: () => Promise.resolve({ filings: [], unread: [] }),
              roomForRequest: async () => true,
            },
            ownerId,
          );
          return looking.then(
            () => true,
            (error: unknown) => {
              if (error instanceof Error && error.message === "cut") return false;
              throw error;
            },
          );
        },
        async compare(totals: { -readonly [K in keyof Omit<WordsReport, "rows" | "phrases" | "cuts">]: number }) {
          const all = new Set<string>();
          for (const { phraseId, phrase } of phrases) {
            const rows = await listRecent(store, ownerId, wordsSource(phraseId), 100_000);
            const told = rows.map(({ document_id }) => document_id);
            const wanted = [...texts].filter(([, text]) => text.includes(phrase)).map(([documentId]) => documentId);
            for (const documentId of told) all.add(documentId);
            totals.expected += wanted.length;
            totals.told += told.length;
            totals.toldTwice += told.length - new Set(told).size;
            totals.missed += wanted.filter((documentId) => !told.includes(documentId)).length;
            totals.wrong += told.filter((documentId) => !wanted.includes(documentId)).length;
          }
          const sent = await store.prepare<[], { count: number }>("select count(*) as count from deliveries").get();
          totals.toldTwice += Number(sent?.count) - all.size;
          totals.credits += (await serviceStore.keys.find(id))?.charged ?? 0;
          await store.close();
        },
      };
    }
  } finally {
    await service.close();
    await library.close();
    serviceStore.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
