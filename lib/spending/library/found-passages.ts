import { jstDate } from "../../contract/dates.ts";
import { readTolerantly } from "../../contract/tolerant.ts";
import type { ArtifactRow } from "../../store/artifacts.ts";
import { anchorOfSnippet, quoteFragment } from "../../text/format/quote-anchor.ts";
import { firstHighlight, type Segment, segmentsOf } from "../../text/format/snippet.ts";
import { parseJson } from "../kinds/reading.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "../ports.ts";
import { inputOf } from "./purchase-views.ts";

/** A passage of a section that an owned answer of a search quotes. */
export interface FoundPassage {
  readonly sectionId: string;
  readonly query: string;
  /** The day of the search. */
  readonly day: string;
  readonly text: string;
  readonly segments: readonly Segment[];
  /** The fragment of a link that highlights it in its section. */
  readonly fragment: string | null;
}

const answersMax = 8;
const passagesMax = 3;

/** Passages of a section, or of the sections in it, that the owner paid for with a search; the newest answer first. */
export async function foundPassages(
  deps: Pick<SpendingDeps, "bodies">,
  rows: Pick<PurchaseStore, "artifacts">,
  reader: Pick<Spender, "ownerId" | "upstream">,
  documentId: string,
  sectionIds: readonly string[],
): Promise<readonly FoundPassage[]> {
  const answers = await rows.artifacts.answersAbout(
    reader.ownerId,
    reader.upstream,
    documentId,
    sectionIds,
    answersMax,
  );
  const wanted = new Set(sectionIds);
  const passages = new Map<string, FoundPassage>();
  for (const answer of answers) {
    const bytes = await deps.bodies.read(answer.sha256);
    const read = bytes === undefined ? undefined : readTolerantly("searchDocuments", parseJson(bytes));
    if (read === undefined || "unreadable" in read) continue;
    for (const { document, section_id, snippet } of read.value.hits) {
      if (document.document_id !== documentId || section_id === null || snippet === null) continue;
      if (!wanted.has(section_id) || passages.has(snippet.text)) continue;
      passages.set(snippet.text, passageOf(answer, section_id, snippet));
      if (passages.size === passagesMax) return [...passages.values()];
    }
  }
  return [...passages.values()];
}

function passageOf(answer: ArtifactRow, sectionId: string, snippet: Parameters<typeof segmentsOf>[0]): FoundPassage {
  const anchor = anchorOfSnippet(sectionId, snippet.text, firstHighlight(snippet));
  return {
    sectionId,
    query: String(inputOf(answer.params)?.["query"] ?? ""),
    day: jstDate(answer.stored_at),
    text: snippet.text,
    segments: segmentsOf(snippet),
    fragment: anchor === undefined ? null : quoteFragment(anchor),
  };
}
