import { isCalendarDate } from "../../../lib/contract/dates.ts";
import { DocumentId, NewsId, OriginalId } from "../../../lib/contract/ids.ts";
import { normaliseSecurityCode } from "../../../lib/contract/security-code.ts";
import { documentFamilies, documentTypes, originalMediaTypes } from "../../../lib/contract/vocabulary.ts";
import type { IssuerPublication, NewsPublication, Publication, PublicationSection } from "./publication.ts";
import { PublicationRefused } from "./refusal.ts";

/** Checks what the rest of the service relies on. Returns only publications that can be served. */
export function checkPublication(publication: Publication): void {
  const { documentId } = publication;
  const refuse = (reason: string): never => {
    throw new PublicationRefused(documentId, reason);
  };
  if (!DocumentId.safeParse(documentId).success) refuse("the document id has characters that no URL can carry");
  if (!documentFamilies.includes(publication.family)) refuse(`there is no family '${publication.family}'`);
  if (!documentTypes.includes(publication.type)) refuse(`there is no type '${publication.type}'`);
  if (!Number.isSafeInteger(publication.timelineAtMs)) refuse("the time of publication is no instant");
  checkCode(publication.securityCode, refuse);
  for (const date of [publication.periodStart, publication.periodEnd]) {
    if (date !== null && !isCalendarDate(date)) refuse(`'${date}' is no calendar day`);
  }
  const amends = publication.amendsDocumentId;
  if (amends !== null && !DocumentId.safeParse(amends).success) refuse("what it amends has no usable id");
  if (amends === documentId) refuse("it amends itself");
  if (publication.status === "ready" && publication.sections.length === 0) refuse("it is ready and has no section");
  if (publication.status === "unavailable" && publication.sections.length > 0) refuse("it has text and is unavailable");
  checkSections(publication.sections, refuse);
  for (const section of publication.sections) checkPlaces(section, publication.pages.length, refuse);
  checkPages(publication, refuse);
  checkOriginals(publication, refuse);
}

type Refuse = (reason: string) => never;

/** Stored and queried in the same form. */
function checkCode(code: string | null, refuse: Refuse): void {
  if (code !== null && normaliseSecurityCode(code) !== code) refuse(`'${code}' is no security code`);
}

/** In reading order a section comes after its parent and before everything outside the parent. */
function checkSections(sections: readonly PublicationSection[], refuse: Refuse): void {
  const seen = new Set<string>();
  const open: PublicationSection[] = [];
  for (const section of sections) {
    const { sectionId, parentSectionId, level } = section;
    if (sectionId === "" || sectionId.length > 128 || /[\p{C}\s]/u.test(sectionId)) refuse("a section id is unusable");
    if (seen.has(sectionId)) refuse(`the section id ${sectionId} comes twice`);
    seen.add(sectionId);
    while (open.length > 0 && open.at(-1)?.sectionId !== parentSectionId) open.pop();
    const parent = open.at(-1);
    if (parentSectionId !== null && parent === undefined) refuse(`${sectionId} does not lie within its parent`);
    if (!Number.isInteger(level) || level !== (parent?.level ?? 0) + 1) refuse(`${sectionId} is at the wrong level`);
    if (!section.markdown.isWellFormed()) refuse(`the text of ${sectionId} is broken`);
    open.push(section);
  }
}

function checkPlaces(
  { sectionId, pageNumber, pageBreaks = [] }: PublicationSection,
  count: number,
  refuse: Refuse,
): void {
  const pages = [...(pageNumber === undefined ? [] : [pageNumber]), ...pageBreaks.map((each) => each.pageNumber)];
  if (pages.some((page) => !Number.isInteger(page) || page < 1 || page > count)) {
    refuse(`${sectionId} stands on a page that the document lacks`);
  }
  const isAscending = (numbers: readonly number[]) =>
    numbers.every((each, at) => at === 0 || each >= (numbers[at - 1] ?? 0));
  if (!isAscending(pages) || !isAscending(pageBreaks.map(({ characters }) => characters))) {
    refuse(`the pages of ${sectionId} are not in order`);
  }
}

function checkPages({ pages }: Publication, refuse: Refuse): void {
  pages.forEach((page, at) => {
    if (page.pageNumber !== at + 1) refuse("its pages are not numbered from 1 without a gap");
    if (!(page.width > 0 && page.height > 0)) refuse(`page ${page.pageNumber} has no size`);
  });
}

function checkOriginals({ originals, images }: Publication, refuse: Refuse): void {
  const ids = new Set<string>();
  for (const { originalId, source, mediaType } of originals) {
    if (!OriginalId.safeParse(originalId).success) refuse(`'${originalId}' is no usable id of an original`);
    if (ids.has(originalId)) refuse(`the original ${originalId} comes twice`);
    ids.add(originalId);
    if (!originalMediaTypes.some((each) => each === mediaType)) refuse(`originals are not sent as '${mediaType}'`);
    if ("blob" in source) checkBlob(source.blob, refuse);
  }
  if (new Set(images.map((image) => image.name)).size !== images.length) refuse("two images have one name");
  for (const image of images) checkBlob(image.blob, refuse);
}

function checkBlob(blob: string, refuse: Refuse): void {
  if (!/^[0-9a-f]{64}$/.test(blob)) refuse(`'${blob}' is no blob`);
}

export function checkNews(news: NewsPublication): void {
  const refuse = (reason: string): never => {
    throw new PublicationRefused(news.newsId, reason);
  };
  if (!NewsId.safeParse(news.newsId).success) refuse("the news id has characters that no URL can carry");
  if (!Number.isSafeInteger(news.observedAtMs)) refuse("the time of observation is no instant");
  for (const code of news.securityCodes) checkCode(code, refuse);
  for (const { documentId, sectionId, pageNumber, url } of news.references) {
    if (documentId === null && url === null) refuse("a reference leads nowhere");
    if (documentId !== null && !DocumentId.safeParse(documentId).success)
      refuse("a reference has no usable document id");
    if (documentId === null && (sectionId !== null || pageNumber !== null)) refuse("a reference lacks its document");
    if (url !== null && !/^https?:\/\//.test(url)) refuse(`'${url}' is no address of the web`);
  }
}

export function checkIssuer(issuer: IssuerPublication): void {
  checkCode(issuer.securityCode, (reason) => {
    throw new PublicationRefused(issuer.securityCode, reason);
  });
  if (issuer.name.trim() === "") throw new PublicationRefused(issuer.securityCode, "it has no name");
}
