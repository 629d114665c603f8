import { jstDate, jstDateTime, jstDayStartMs } from "../../../lib/contract/dates.ts";
import { PhraseId, SectionId } from "../../../lib/contract/ids.ts";
import type { DocumentSummary, StandingMatch as ListedMatch } from "../../../lib/contract/resources.ts";
import { phraseBounds } from "../../../lib/text/format/standing-phrase.ts";
import type { Catalog, StandingMatch } from "../../storage/ports.ts";
import { type FreeHandler, given } from "../handler.ts";

export const listStanding: FreeHandler<"listStanding"> = {
  kind: "free",
  async respond({ matched_since, cursor, limit }, { standing, catalog, cursors, nowMs }, keyId) {
    const now = nowMs();
    const bound = { key: keyId, matched_since };
    const after = cursor === undefined ? undefined : cursors.read("listStanding", bound, cursor, now);
    const sinceMs = matched_since === undefined ? 0 : jstDayStartMs(matched_since);
    const { phrases, made } = await standing.list(keyId, jstDate(now));
    const page = await standing.matches(keyId, sinceMs, after, given(limit));
    return {
      phrases: phrases.map(({ phraseId, phrase, createdAtMs }) => ({
        phrase_id: PhraseId.parse(phraseId),
        phrase,
        created_at: jstDateTime(createdAtMs),
      })),
      new_left_today: Math.max(0, phraseBounds.newADay - made),
      matches: await listed(catalog, page.records),
      next_cursor: page.next === undefined ? null : cursors.write("listStanding", bound, page.next, now),
    };
  },
};

/** Titles and sizes are those of the table of contents, which is free; a section that is gone is left out. */
async function listed(catalog: Catalog, matches: readonly StandingMatch[]): Promise<ListedMatch[]> {
  const ids = [...new Set(matches.map(({ documentId }) => documentId))];
  const documents = new Map((await catalog.findDocuments(ids)).map((each) => [String(each.document_id), each]));
  const tocs = new Map(await Promise.all(ids.map(async (id) => [id, await sectionsOf(catalog, id)] as const)));
  return matches.flatMap((match) => {
    const document: DocumentSummary | undefined = documents.get(match.documentId);
    if (document === undefined) return [];
    return [
      {
        phrase_id: PhraseId.parse(match.phraseId),
        matched_at: jstDateTime(match.matchedAtMs),
        passages: match.sections.reduce((sum, [, passages]) => sum + passages, 0),
        document,
        sections: match.sections.flatMap(([sectionId, passages]) => {
          const entry = tocs.get(match.documentId)?.get(sectionId);
          if (entry === undefined) return [];
          const { title, character_count } = entry;
          return [{ section_id: SectionId.parse(sectionId), title, character_count, passages }];
        }),
      },
    ];
  });
}

const sectionsOf = async (catalog: Catalog, documentId: string) =>
  new Map((await catalog.toc(documentId)).map(({ entry }) => [String(entry.section_id), entry]));
