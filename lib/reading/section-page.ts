import type { DocumentId, SectionId } from "../contract/ids.ts";
import type { TocEntry } from "../contract/resources.ts";
import type { Owner } from "../owners/owner.ts";
import { routes } from "../routes.ts";
import type { OwnedDocument } from "../spending/wire.ts";
import type { ReaderLanguage } from "../text/i18n/reader-language.ts";
import type { UpstreamProblem } from "../upstream/problem-error.ts";
import { sectionNow } from "./moved-section.ts";
import { findText } from "./owned-text.ts";
import { readingData } from "./reading.ts";
import type { ReadingData } from "./reading-data.ts";
import { findOwned, findReadingFacts, isSectionOwned, type ReadingFacts, sectionOf } from "./reading-facts.ts";

export type SectionPage =
  | { readonly kind: "problem"; readonly problem: UpstreamProblem }
  | { readonly kind: "moved"; readonly to: ReturnType<typeof routes.section> }
  | { readonly kind: "gone" }
  /** It is owned, and its bytes are damaged. */
  | { readonly kind: "unreadable"; readonly facts: ReadingFacts; readonly section: TocEntry }
  | {
      readonly kind: "text";
      readonly facts: ReadingFacts;
      readonly owned: OwnedDocument;
      readonly data: ReadingData;
      readonly isBought: boolean;
    };

export async function sectionTitle(owner: Owner, documentId: DocumentId, sectionId: SectionId): Promise<string> {
  const facts = await findReadingFacts(owner, documentId);
  if ("problem" in facts) return documentId;
  const { title, issuer_name } = facts.document;
  const document = [title, issuer_name].filter(Boolean).join(" ");
  return [sectionOf(facts, sectionId)?.title, document].filter(Boolean).join(" · ");
}

/** The page of a section. Never buys anything. */
export async function sectionPage(
  owner: Owner,
  language: ReaderLanguage,
  documentId: DocumentId,
  sectionId: SectionId,
): Promise<SectionPage> {
  const facts = await findReadingFacts(owner, documentId);
  if ("problem" in facts) return { kind: "problem", problem: facts.problem };
  const section = sectionOf(facts, sectionId);
  if (section === undefined) {
    const now = sectionNow(facts.toc, sectionId);
    return now === undefined ? { kind: "gone" } : { kind: "moved", to: routes.section(documentId, now) };
  }
  const owned = await findOwned(owner, documentId);
  const isOwned = isSectionOwned(facts, owned, sectionId);
  const text = isOwned ? await findText(owner, facts, owned, sectionId) : undefined;
  if (isOwned && text === undefined) return { kind: "unreadable", facts, section };

  const data = await readingData(owner, language, facts, sectionId, text);
  return { kind: "text", facts, owned, data, isBought: text !== undefined };
}
