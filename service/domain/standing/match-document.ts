import { jstDate, jstDayStartMs } from "../../../lib/contract/dates.ts";
import { foldText } from "../../../lib/text/format/fold.ts";
import { plainText } from "../../../lib/text/format/plain-text.ts";
import type { FoundPhrase, KnownDocument, SectionText, StandingPhrase } from "../../storage/ports.ts";
import { PhraseFinder } from "./find-phrases.ts";

/**
 * Matches a document with the phrases that stand, when its text can be read for the first time. A document filed
 * before the day on which a phrase was made is an old one that was taken in late, and not told; one that was waiting
 * for its release is published only now.
 */
export function matchDocument(
  phrases: readonly StandingPhrase[],
  document: Pick<KnownDocument, "timelineAtMs">,
  wasPending: boolean,
  sections: readonly SectionText[],
): FoundPhrase[] {
  const due = phrases.filter(
    ({ createdAtMs }) => wasPending || document.timelineAtMs >= jstDayStartMs(jstDate(createdAtMs)),
  );
  if (due.length === 0) return [];
  const finder = new PhraseFinder(due.map(({ folded }) => folded));
  const found = new Map<string, [string, number][]>();
  for (const { sectionId, markdown } of sections) {
    for (const [folded, passages] of finder.count(foldText(plainText(markdown)))) {
      found.set(folded, [...(found.get(folded) ?? []), [sectionId, passages]]);
    }
  }
  return due.flatMap(({ phraseId, keyId, folded }) => {
    const sectionsOf = found.get(folded);
    return sectionsOf === undefined ? [] : [{ phraseId, keyId, sections: sectionsOf }];
  });
}
