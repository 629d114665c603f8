import type { DocumentSummary } from "../../contract/resources.ts";
import { readTolerantly } from "../../contract/tolerant.ts";
import { questionUnit } from "../../spending/kinds/questions.ts";
import { ownedSection, storedAnswer } from "../../spending/library/owned.ts";
import { splitSections } from "../../text/toc/cut.ts";
import { subtree } from "../../text/toc/section-tree.ts";
import type { ReadSection } from "./read-section.ts";
import { type Matter, type MatterDocument, withContents } from "./matter.ts";
import type { ChosenStep, StepState } from "./next-step.ts";
import type { AnswerDeps, FreeFinds, Reader } from "./ports.ts";
import type { PlanStep } from "./record.ts";

/** Reads from the library what a step brought. Never a paid call. */
const newDocumentsMax = 3;
/** Documents that only a search found count less than those that the question names. */
const foundWeight = 0.5;

/** The sections of a step, each with its own text alone; what can't be read is left out. */
export async function textsOf(
  { deps, rows }: AnswerDeps,
  reader: Reader,
  {
    document,
    tree,
  }: Pick<MatterDocument, "tree"> & {
    readonly document: Pick<DocumentSummary, "document_id" | "period_end" | "security_code">;
  },
  step: Pick<PlanStep, "sections">,
): Promise<ReadSection[]> {
  const texts: ReadSection[] = [];
  for (const { section_id } of step.sections) {
    const node = tree.byId.get(section_id);
    const owned = node && (await ownedSection(deps, rows, reader, document.document_id, section_id));
    if (node === undefined || owned === undefined) continue;
    for (const piece of splitSections(owned.content, subtree(tree, node))) {
      const at = tree.byId.get(piece.sectionId) ?? node;
      if (piece.text.trim() === "") continue;
      const { document_id: documentId, security_code: securityCode, period_end: periodEnd } = document;
      texts.push({ documentId, securityCode, periodEnd, node: at, text: piece.text });
    }
  }
  return texts;
}

/** Takes over where a search found something; documents that were not planned come in with their contents. */
export async function noteHits(
  answers: AnswerDeps,
  finds: FreeFinds,
  reader: Reader,
  asked: { readonly matter: Matter; readonly state: StepState; readonly action: ChosenStep["action"] },
): Promise<void> {
  const { matter, state, action } = asked;
  if (action.kind !== "search_documents") return;
  const answer = await storedAnswer(answers.deps, answers.rows, reader, questionUnit(action));
  const read = answer === null ? undefined : readTolerantly("searchDocuments", answer.value);
  if (read === undefined || "unreadable" in read) return;
  const known = new Set(matter.documents.map(({ document }) => document.document_id));
  const unknown = new Map(
    read.value.hits.map(({ document }) => [document.document_id, document] as const).filter(([id]) => !known.has(id)),
  );
  const room = matter.documents.length === 0 ? newDocumentsMax : 1;
  const only = matter.request.document_ids ?? [];
  const fresh = [...unknown.values()]
    .filter(({ content_status }) => content_status === "ready")
    .slice(0, only.length > 0 ? 0 : room);
  const weight = matter.documents.length === 0 ? 1 : foundWeight;
  matter.documents.push(
    ...(await withContents(
      answers,
      finds,
      reader,
      fresh.map((document) => ({ document, weight })),
    )),
  );
  let rank = 0;
  for (const { document, section_id } of read.value.hits) {
    if (section_id === null) continue;
    const found = state.found.get(document.document_id) ?? new Map<string, number>();
    if (!found.has(section_id)) found.set(section_id, rank);
    state.found.set(document.document_id, found);
    rank += 1;
  }
}
