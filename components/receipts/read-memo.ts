/**
 * The quotes in a pasted memo, each with its document where a link names one. It reads what this app copies (a quoted
 * passage with its citation, as plain text, Markdown or BibTeX) and plain paragraphs.
 */
export interface MemoQuote {
  readonly quote: string;
  readonly documentId: string | null;
}

const documentLink = /https?:\/\/[^\s<>()"'{}]+?\/documents\/([^\s/?#<>()"'{}]+)[^\s<>()"'{}]*/;
const anyLink = /<?https?:\/\/[^\s<>]+>?/g;
const quoted = /^\s*(?:「([\s\S]+)」|“([\s\S]+)”|"([\s\S]+)"|『([\s\S]+)』)/;

export function readMemo(text: string): readonly MemoQuote[] {
  const found: MemoQuote[] = [];
  let waiting: string | undefined;
  const take = (quote: string, documentId: string | null) => {
    if (quote.trim() !== "") found.push({ quote: quote.trim(), documentId });
  };
  for (const block of text.replaceAll("\r\n", "\n").split(/\n[ \t\u3000]*\n+/)) {
    const words = withoutMarks(block);
    const documentId = idIn(block);
    if (documentId !== null && waiting !== undefined && quotedPart(block) === undefined) {
      // The citation of the passage before it.
      take(waiting, documentId);
      waiting = undefined;
      continue;
    }
    if (waiting !== undefined) take(waiting, null);
    waiting = undefined;
    if (documentId === null) waiting = quotedPart(words) ?? words;
    else take(quotedPart(words) ?? words.replace(anyLink, ""), documentId);
  }
  if (waiting !== undefined) take(waiting, null);
  return found;
}

function idIn(block: string): string | null {
  const encoded = documentLink.exec(block)?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** The words between the first quotation mark of a block and its last closing one. */
function quotedPart(block: string): string | undefined {
  const lines = block.split("\n");
  // The citation beneath has quotation marks of its own, so the fewest lines that close the quotation are taken.
  for (let count = 1; count <= lines.length; count++) {
    const match = quoted.exec(lines.slice(0, count).join("\n"));
    const inside = match?.slice(1).find((each) => each !== undefined);
    if (match !== null && inside !== undefined && isAtEnd(lines.slice(0, count).join("\n"), match[0])) return inside;
  }
  return undefined;
}

function isAtEnd(text: string, match: string): boolean {
  return text.slice(match.length).trim() === "" || documentLink.test(text.slice(match.length));
}

/** A quotation of Markdown without its marks. */
function withoutMarks(block: string): string {
  if (!/^[ \t]*>/.test(block)) return block;
  return block.replace(/^[ \t]*> ?/gm, "").replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
