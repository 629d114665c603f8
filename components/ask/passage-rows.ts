/** Undefined for other words. A quoted row has no outer pipes or tags. */
export function passageRows(text: string): readonly (readonly string[])[] | undefined {
  if (/<\/?t[dhr]\b/i.test(text)) {
    const rows = text.split(/<\/tr\s*>/i).map(cellsInHtml);
    return rows.filter((cells) => cells.some((cell) => cell !== ""));
  }
  const lines = text.trim().split("\n");
  if (!lines.every((line) => /(?<!\\)\|/.test(line))) return undefined;
  return lines
    .filter((line) => !/^[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||(?<!\\)\|$/g, "")
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll(String.raw`\|`, "|")),
    );
}

/** The words as they stand in the text that readers see, a line for each cell: what a link to the place looks for. */
export function shownWords(text: string): string {
  return passageRows(text)?.flat().join("\n") ?? text;
}

function cellsInHtml(row: string): readonly string[] {
  return row.split(/<\/t[dh]\s*>\s*<t[dh]\b[^>]*>/i).map((cell) =>
    cell
      .replace(/<br\b[^>]*>/gi, " ")
      .replace(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&nbsp;", " ")
      .replaceAll("&amp;", "&")
      .trim(),
  );
}
