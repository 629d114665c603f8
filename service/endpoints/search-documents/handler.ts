import { DocumentId, SectionId } from "../../../lib/contract/ids.ts";
import { fixedCredits } from "../../../lib/contract/prices.ts";
import type { DocumentHit, DocumentSummary } from "../../../lib/contract/resources.ts";
import type { DocumentMatches } from "../../search/port.ts";
import type { Catalog } from "../../storage/ports.ts";
import { timelineSpan } from "../dates.ts";
import { given, type PaidHandler } from "../handler.ts";
import { searchWhole } from "../whole-search.ts";

export const searchDocuments: PaidHandler<"searchDocuments"> = {
  kind: "paid",
  async prepare(input, { catalog, search, searchTimeoutMs }, client) {
    const query = {
      query: given(input.query),
      matchType: given(input.match_type),
      topK: given(input.top_k),
      includeSnippet: given(input.include_snippet),
      securityCodes: input.security_codes,
      documentTypes: input.document_types,
      families: input.document_families,
      ...timelineSpan(input),
      latestOnly: given(input.latest_only),
    };
    return {
      credits: fixedCredits.search,
      async run() {
        const { matches, headers } = await searchWhole({
          timeoutMs: searchTimeoutMs,
          client,
          behind: () => search.documentsBehind(query),
          search: (signal) => search.searchDocuments(query, signal),
        });
        return { json: { match_type: query.matchType, hits: await hitsOf(matches, catalog) }, headers };
      },
    };
  },
};

/** A document withdrawn since the search is left out. */
async function hitsOf(matches: DocumentMatches, catalog: Catalog): Promise<DocumentHit[]> {
  const ids = [...new Set(matches.hits.flatMap((hit) => [hit, ...hit.alsoIn]).map((each) => each.documentId))];
  const documents = new Map((await catalog.findDocuments(ids)).map((each) => [String(each.document_id), each]));
  // Over a network they are asked for side by side.
  const hits = matches.hits.map(async (match): Promise<DocumentHit | undefined> => {
    const document = documents.get(match.documentId);
    if (document?.content_status !== "ready") return undefined;
    const [path, titleEn] = await Promise.all([
      catalog.sectionPath(match.documentId, match.sectionId),
      catalog.sectionTitleEn(match.documentId, match.sectionId),
    ]);
    if (path === undefined) return undefined;
    return {
      document,
      section_id: SectionId.parse(match.sectionId),
      section_title: path.at(-1) ?? null,
      section_title_en: titleEn,
      section_path: [...path],
      score: match.score,
      snippet: match.snippet === null ? null : { text: match.snippet.text, highlights: match.snippet.highlights },
      also_in: otherDocuments(match.alsoIn, documents),
      row: match.row === null ? null : { ...match.row },
    };
  });
  return (await Promise.all(hits)).filter((hit) => hit !== undefined);
}

/** Only deliverable documents are named. */
function otherDocuments(
  places: DocumentMatches["hits"][number]["alsoIn"],
  documents: ReadonlyMap<string, DocumentSummary>,
) {
  return places.flatMap(({ documentId, sectionId }) => {
    const document = documents.get(documentId);
    if (document?.content_status !== "ready") return [];
    const { title, issuer_name, issuer_name_en, timeline_at } = document;
    return [
      {
        document_id: DocumentId.parse(documentId),
        section_id: SectionId.parse(sectionId),
        title,
        issuer_name,
        issuer_name_en,
        timeline_at,
      },
    ];
  });
}
