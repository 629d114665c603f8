import { z } from "zod";
import { sectionsOf, type Unit } from "./actions.ts";
import type { DocumentSnapshot } from "./document-facts.ts";

const titlesMax = 3;

/** Section titles, a file's name, or the question; pages have their number instead. */
export function subjectOf(unit: Unit, snapshot: DocumentSnapshot | null): string | null {
  if (unit.kind === "sections") {
    const ids = sectionsOf(unit);
    const titles = ids.slice(0, titlesMax).map((id) => titleOf(id, snapshot));
    return ids.length > titlesMax ? `${titles.join("、")} …(${ids.length})` : titles.join("、");
  }
  if (unit.kind === "original") {
    const original = snapshot?.originals?.originals.find((each) => each.original_id === unit.originalId);
    return original?.file_name ?? unit.originalId;
  }
  if (unit.kind === "content" || unit.kind === "pages") return null;
  const asked = Question.safeParse(JSON.parse(unit.params)).data;
  return asked?.query ?? asked?.security_codes?.join(", ") ?? null;
}

const Question = z.object({ query: z.string().optional(), security_codes: z.array(z.string()).optional() });

function titleOf(id: string, snapshot: DocumentSnapshot | null): string {
  return snapshot?.toc?.toc.find((each) => each.section_id === id)?.title ?? id;
}
