import { searchableFamilies } from "../../../lib/contract/vocabulary.ts";
import type { IndexedDocument, IndexedNews, IndexedSection, PreparedDocument } from "../../search/port.ts";
import type { CatalogTransaction, KnownDocument, SectionText } from "../../storage/ports.ts";
import type { NewsPublication } from "./publication.ts";

/** Text can be found exactly while it can be delivered; text of IR material never. */
export function isSearched(document: Pick<KnownDocument, "status" | "family">): boolean {
  return document.status === "ready" && searchableFamilies.some((family) => family === document.family);
}

/** `nameEn` is the issuer's English name in the register. */
export function indexedDocument(
  document: KnownDocument,
  sections: readonly SectionText[],
  nameEn: string | null,
  prepared?: PreparedDocument,
): IndexedDocument {
  return {
    documentId: document.documentId,
    family: document.family,
    type: document.type,
    securityCode: document.securityCode,
    issuerName: document.issuerName,
    title: document.title,
    timelineAtMs: document.timelineAtMs,
    superseded: document.supersededBy !== null,
    issuerNames: namesOfIssuer(document.issuerName, nameEn, sections[0]?.markdown ?? ""),
    periodEnd: document.periodEnd,
    amendsDocumentId: document.amendsDocumentId,
    sections: indexedSections(sections),
    prepared,
  };
}

export function indexedSections(sections: readonly SectionText[]): IndexedSection[] {
  const paths = new Map<string, readonly string[]>();
  return sections.map((section): IndexedSection => {
    const above = section.parentSectionId === null ? [] : (paths.get(section.parentSectionId) ?? []);
    const title = section.title ?? "";
    const path = [...above, title];
    paths.set(section.sectionId, path);
    const names = section.names === undefined ? {} : { names: section.names };
    return { sectionId: section.sectionId, title, path, markdown: section.markdown, ...names };
  });
}

/** The cover of a filing prints the English name beside 【英訳名】. */
const englishNameOnCover = /^英訳名[】\s]*(?:\||<\/t[dh]>\s*<t[dh][^>]*>|\n)+\s*([A-Za-z][^|<\n]{1,80})/u;

function namesOfIssuer(name: string | null, nameEn: string | null, cover: string): string[] {
  if (name === null || name === "") return [];
  return [...new Set([name, nameEn ?? "", printedName(cover) ?? ""])].filter((each) => each !== "");
}

function printedName(cover: string): string | undefined {
  for (const { index } of cover.matchAll(/英訳名/gu)) {
    const name = englishNameOnCover.exec(cover.slice(index, index + besideLabelMax))?.[1];
    if (name !== undefined) return name.replace(/\\(.)/gu, "$1").trim();
  }
  return undefined;
}

/** A label and the name beside it, with the marks of a table between them. */
const besideLabelMax = 600;

type IssuerRegister = Pick<CatalogTransaction, "findIssuer">;

export async function englishNameOf(register: IssuerRegister, securityCode: string | null): Promise<string | null> {
  return securityCode === null ? null : ((await register.findIssuer(securityCode))?.nameEn ?? null);
}

export async function indexedNews(register: IssuerRegister, news: NewsPublication): Promise<IndexedNews> {
  const { newsId, title, statement, observedAtMs, securityCodes } = news;
  const issuerNames: string[] = [];
  for (const code of securityCodes) {
    const issuer = await register.findIssuer(code);
    if (issuer !== undefined) issuerNames.push(...[issuer.name, issuer.nameEn ?? ""].filter((name) => name !== ""));
  }
  return { newsId, title, statement, observedAtMs, securityCodes, issuerNames };
}
