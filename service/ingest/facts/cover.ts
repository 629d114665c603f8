import { readDay } from "../../../lib/text/format/era.ts";
import type { DocumentDraft } from "../package/read-package.ts";

/** Facts that are not tagged: 【提出書類】 and similar labels, with the value after each. */
export function readCover(draft: DocumentDraft, label: string): string | undefined {
  const spaced = [...label].map((character) => `${character}[\\s\\u3000]*`).join("");
  // Between a label and its value there may be table markup, in Markdown or HTML.
  const pattern = new RegExp(`【[\\s\\u3000]*${spaced}】(?:[\\s\\u3000|:：]|<[^>]*>|&nbsp;)*([^|<\\n]+)`, "u");
  for (const section of draft.sections.slice(0, coverSectionsMax)) {
    const value = plainText(pattern.exec(section.markdown.slice(0, coverCharactersMax))?.[1]);
    // A label without a value is followed by the next label.
    if (value !== undefined && !value.startsWith("【")) return value;
  }
  return undefined;
}

/** All that stands between 【事業年度】 and the next label: some filers print the term and its days on lines of their own. */
export function readCoverTerm(draft: DocumentDraft): string | undefined {
  const pattern = /【[\s\u3000]*事[\s\u3000]*業[\s\u3000]*年[\s\u3000]*度[\s\u3000]*】([^【]{0,400})/u;
  for (const section of draft.sections.slice(0, coverSectionsMax)) {
    const found = pattern.exec(section.markdown.slice(0, coverCharactersMax))?.[1];
    if (found !== undefined) return found.replace(/<[^>]*>|&nbsp;|[|\\]/g, " ");
  }
  return undefined;
}

/** A day as covers and facts print it, in either calendar. */
export function dayIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : readDay(text.normalize("NFKC").replace(/\s+/g, ""));
}

/** The first heading that names a document, or else the first of any kind. */
export function firstHeadings(draft: DocumentDraft): { readonly ofDocument?: string; readonly any?: string } {
  const titles = draft.sections
    .slice(0, coverSectionsMax)
    .map((section) => plainText(section.title))
    .filter(
      (title): title is string => title !== undefined && !/^(?:【?表 ?紙】?|サマリー情報|開示項目)$/u.test(title),
    );
  const ofDocument = titles.find(
    (title) =>
      !/監査|レビュー/u.test(title) && /(?:報告書|届出書|登録書|通知書|説明書|確認書|申出書|追補書類)/u.test(title),
  );
  const any = titles[0];
  return { ...(ofDocument === undefined ? {} : { ofDocument }), ...(any === undefined ? {} : { any }) };
}

const coverSectionsMax = 4;
const coverCharactersMax = 20_000;
const titleCharactersMax = 200;

function plainText(markdown: string | undefined): string | undefined {
  const text = (markdown ?? "")
    .replace(/\\(.)/gu, "$1")
    .replaceAll("&amp;", "&")
    .replace(/[\s\u3000]+/gu, " ")
    .trim();
  return text === "" ? undefined : [...text].slice(0, titleCharactersMax).join("");
}
