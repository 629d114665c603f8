import type { IndexedDocument, IndexedNews, IndexedSection } from "../port.ts";

/** One line each; the last is the text's own title, even if it has none. */
export function sectionContext(
  document: Pick<IndexedDocument, "issuerName" | "title">,
  section: IndexedSection,
): string {
  const above = [document.issuerName, document.title].filter((each) => each !== null && each !== "");
  return [...above, ...(section.path.length > 0 ? section.path : [section.title])].join("\n");
}

/** Issuer and day, which questions contain but statements often don't. */
export function newsContext(news: IndexedNews): string {
  const day = new Date(news.observedAtMs + 9 * 3_600_000);
  const date = `${day.getUTCFullYear()}年${day.getUTCMonth() + 1}月${day.getUTCDate()}日`;
  return [...news.issuerNames, date, news.title ?? ""].join("\n");
}
