import type { Archive } from "../../../lib/kit/archives/archive.ts";
import type { Fact } from "../text/blocks.ts";
import { decodeText } from "../text/decode.ts";
import { isDocumentFact } from "../text/fact-collector.ts";
import type { CsvLine } from "./csv-text.ts";

/** The type=5 files: tab-separated, quoted, UTF-16LE with BOM, nine columns, a header line. */
export async function readCsvPackage(archive: Archive, folder: string): Promise<{ facts: Fact[]; lines: CsvLine[] }> {
  const facts: Fact[] = [];
  const lines: CsvLine[] = [];
  for (const entry of archive.entries) {
    if (!entry.path.startsWith(folder) || !entry.path.toLowerCase().endsWith(".csv")) continue;
    const isAudit = entry.path.slice(folder.length).startsWith("jpaud");
    for (const row of readTabbed(decodeText(await archive.read(entry.path)))) {
      const [name, item, context, period, , , , unit, value] = row;
      if (name === undefined || item === undefined || context === undefined || value === undefined) continue;
      if (isDocumentFact(name) && value !== "－") facts.push({ name, context, value });
      if (isAudit || name.endsWith("DEI")) continue;
      lines.push({ item, period: period ?? "", unit: unit ?? "", value, isText: name.endsWith("TextBlock") });
    }
  }
  return { facts, lines };
}

/** Rows after the header. A quoted value may hold tabs, line ends and doubled quotes. */
export function* readTabbed(text: string): Generator<string[]> {
  const field = /"((?:[^"]|"")*)"|([^\t\r\n]*)/y;
  let row: string[] = [];
  let isHeader = true;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    field.lastIndex = at;
    const match = field.exec(text);
    row.push(match?.[1]?.replaceAll('""', '"') ?? match?.[2] ?? "");
    at = Math.max(field.lastIndex, at);
    if (text[at] === "\t") at++;
    else {
      while (at < text.length && text[at] !== "\n") at++;
      at++;
      if (!isHeader) yield row;
      isHeader = false;
      row = [];
    }
  }
}
