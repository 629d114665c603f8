import type { Evidence } from "./evidence.ts";
import type { AnswerDeps, Proof, Reader } from "./ports.ts";
import type { Figure, Passage } from "./record.ts";

/** Makes the evidence's places into passages with receipts. What can't be proved word for word is left out. */
const passageScoreMin = 0.2;

export async function proveEvidence(
  answers: AnswerDeps,
  reader: Reader,
  evidence: Evidence,
  asksFor: "figure" | "text",
): Promise<{ readonly passages: Passage[]; readonly figures: Figure[] }> {
  const passages: Passage[] = [];
  const figures: Figure[] = [];
  const known = new Map<string, number>();
  const prove = async (found: { shown: string; score: number; section: Evidence["passages"][number]["section"] }) => {
    const { documentId, node } = found.section;
    const key = `${documentId} ${node.id} ${found.shown}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const proof = await answers.prove(reader, { document_id: documentId, section_id: node.id, quote: found.shown });
    if (proof === undefined) return undefined;
    passages.push(passageOf(proof, found.score));
    known.set(key, passages.length - 1);
    return passages.length - 1;
  };
  for (const found of evidence.figures) {
    const passage = await prove(found);
    if (passage === undefined) continue;
    const { row, column, value, unit, score, section } = found;
    figures.push({
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
  if (asksFor === "text" || figures.length === 0) {
    for (const found of evidence.passages) if (found.score >= passageScoreMin) await prove(found);
  }
  return { passages, figures };
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
