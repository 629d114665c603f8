import { plainText } from "../../text/format/plain-text.ts";
import type { AskedYear } from "../../text/passages/read-question.ts";
import type { Uncovered } from "./coverage.ts";
import type { Evidence } from "./evidence.ts";
import type { AnswerDeps, Proof, Reader } from "./ports.ts";
import type { Figure, Missing, Passage } from "./record.ts";

/** Makes the evidence's places into passages with receipts. What can't be proved word for word is left out. */
const passageScoreMin = 0.2;

export async function proveEvidence(
  answers: AnswerDeps,
  reader: Reader,
  evidence: Evidence,
  asksFor: "figure" | "text",
): Promise<{ readonly passages: Passage[]; readonly figures: Figure[]; readonly holds: boolean }> {
  const passages: Passage[] = [];
  const { answering } = evidence;
  const figures: Figure[] = answering.facts.map(({ figure }) => figure);
  const known = new Map<string, number>();
  const prove = async (found: {
    shown: string;
    less: string | null;
    score: number;
    section: Evidence["passages"][number]["section"];
  }) => {
    const { documentId, node } = found.section;
    const key = `${documentId} ${node.id} ${found.shown}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const place = { document_id: documentId, section_id: node.id };
    const proof =
      (await answers.prove(reader, { ...place, quote: found.shown })) ??
      (await answers.prove(reader, { ...place, quote: asRead(found.less ?? found.shown) }));
    if (proof === undefined) return undefined;
    passages.push(passageOf(proof, found.score));
    known.set(key, passages.length - 1);
    return passages.length - 1;
  };
  const isAnswered = answering.figures.length > 0 || figures.length > 0;
  const shownFigures = isAnswered ? answering.figures : evidence.figures;
  for (const found of shownFigures) {
    const passage = await prove({ ...found, less: null });
    if (passage === undefined) continue;
    const { row, column, value, unit, score, section, year } = found;
    figures.push({
      security_code: section.securityCode,
      period: year === null ? null : periodText(year),
      document_id: section.documentId,
      section_id: section.node.id,
      passage,
      row,
      column,
      value,
      unit,
      score,
    });
  }
  // Rows with the asked figure answer a question for one; other words stand beside them only where there are none.
  for (const found of answering.passages) await prove(found);
  const holds = evidence.holds && passages.length + figures.length > 0;
  if (holds && answering.passages.some(({ less }) => less !== null)) return { passages, figures, holds };
  if (asksFor === "text" || (figures.length === 0 && !holds)) {
    for (const found of evidence.passages) if (found.score >= passageScoreMin) await prove(found);
  }
  return { passages, figures, holds };
}

/** Breaks within a paragraph are written with a mark that readers don't see. */
const asRead = (words: string) => plainText(words.replaceAll("\\\n", "\n"));

/** 2024-03, 2024 where no month is known. */
export function periodText({ year, month }: AskedYear): string {
  return month === null ? String(year) : `${year}-${String(month).padStart(2, "0")}`;
}

/** `priceOf`: of the next purchase for an issuer; undefined where none of its documents is known. */
export function missingOf(
  missing: readonly Uncovered[],
  priceOf: (code: string) => number | null | undefined,
): Missing[] {
  return missing.map(({ issuer, year, words }) => {
    const credits = issuer === null ? null : priceOf(issuer.security_code);
    return {
      security_code: issuer?.security_code ?? null,
      issuer_name: issuer?.name ?? null,
      period: year === null ? null : year.fiscal === undefined ? periodText(year) : `FY${year.year}`,
      words: [...words],
      has_documents: credits !== undefined,
      credits: credits ?? null,
    };
  });
}

function passageOf({ receipt_id, record }: Proof, score: number): Passage {
  const { document, section, page, quote, offsets, delivered } = record;
  return {
    document_id: document.document_id,
    document_title: document.title,
    issuer_name: document.issuer_name,
    section_id: section?.section_id ?? null,
    heading: section?.title ?? null,
    page,
    text: quote,
    offsets,
    receipt_id,
    sha256: delivered.sha256,
    score,
    amended_by_document_id: document.amended_by_document_id,
    superseded_by_document_id: document.superseded_by_document_id,
  };
}
