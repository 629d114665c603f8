import { type Purchase, type PurchaseKind, purchaseKinds, type QuestionKind } from "../purchase-kinds.ts";
import { readPages, writePages } from "./page-ranges.ts";

/**
 * The lines of a basket as parts of a link. A link says what was collected, by ids alone: neither prices, nor what is
 * owned, nor any right to it.
 *
 *   s~S100ABCD~s1~s2-3   p~S100ABCD~1-3,7   o~S100ABCD~pdf   t~S100ABCD   q~search_documents~{"query":"…"}
 */
interface Notation<K extends PurchaseKind> {
  /** How its parts begin. */
  readonly mark: string;
  write(line: Purchase<K>): readonly string[];
  /** The fields of a line, still to be checked; undefined where these can't be read as one. */
  read(fields: readonly string[]): object | undefined;
}

/** Lines that have the shape of one, still to be checked, and the number of unreadable parts. */
export interface ReadLink {
  readonly lines: readonly unknown[];
  readonly unreadable: number;
  /** Parts beyond the most that a basket holds. */
  readonly tooMany: number;
}

export const linkedLinesMax = 100;
/** Longer addresses are refused by many programs on their way. */
export const linkCharactersMax = 6_000;
const lastPage = 5_000;

const question = <K extends QuestionKind>(kind: K): Notation<K> => ({
  mark: `q~${kind}`,
  write: ({ input }) => [JSON.stringify(input)],
  read: ([text = "", ...more]) => (more.length > 0 ? undefined : inputOf(text)),
});

const notations: { readonly [K in PurchaseKind]: Notation<K> } = {
  content: {
    mark: "t",
    write: ({ document_id }) => [document_id],
    read: ([document_id, ...more]) => (more.length > 0 ? undefined : { document_id }),
  },
  sections: {
    mark: "s",
    write: ({ document_id, sections }) => [document_id, ...sections],
    read: ([document_id, ...sections]) =>
      sections[0] === undefined || sections[0] === "" ? undefined : { document_id, sections },
  },
  pages: {
    mark: "p",
    write: ({ document_id, pages }) => [document_id, writePages(pages).replaceAll(", ", ",").replaceAll("–", "-")],
    read([document_id, text, ...more]) {
      const pages = text === undefined || more.length > 0 ? undefined : readPages(text, lastPage);
      return pages === undefined || pages.length === 0 ? undefined : { document_id, pages };
    },
  },
  original: {
    mark: "o",
    write: ({ document_id, original_id }) => [document_id, original_id],
    read: ([document_id, original_id, ...more]) =>
      original_id === undefined || original_id === "" || more.length > 0 ? undefined : { document_id, original_id },
  },
  search_documents: question("search_documents"),
  search_news: question("search_news"),
  list_news: question("list_news"),
};

export function writeLinkedLine<K extends PurchaseKind>(line: Purchase<K>): string {
  const { mark, write } = notations[line.kind];
  return [mark, ...write(line).map(escaped)].join("~");
}

export function readLinkedLines(parts: readonly string[]): ReadLink {
  const some = parts.slice(0, linkedLinesMax);
  const lines = some.map(readLinkedLine).filter((line) => line !== undefined);
  return { lines, unreadable: some.length - lines.length, tooMany: parts.length - some.length };
}

function readLinkedLine(part: string): object | undefined {
  const kind = purchaseKinds.find((each) => part.startsWith(`${notations[each].mark}~`));
  if (kind === undefined) return undefined;
  const { mark, read } = notations[kind];
  const fields = part
    .slice(mark.length + 1)
    .split("~")
    .map(unescaped);
  const line = fields[0] === "" ? undefined : read(fields);
  return line && { kind, ...line };
}

function inputOf(text: string): object | undefined {
  try {
    return { input: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Fields may have any character; the one that parts them is written as its code. */
const escaped = (field: string) => field.replaceAll("%", "%25").replaceAll("~", "%7E");
const unescaped = (field: string) => field.replaceAll("%7E", "~").replaceAll("%25", "%");
