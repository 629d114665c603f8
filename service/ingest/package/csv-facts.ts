import type { Archive } from "../archive/archive.ts";
import type { Fact } from "../text/blocks.ts";
import { decodeText } from "../text/decode.ts";

/** The type=5 files: tab-separated, quoted, UTF-16LE with BOM, nine columns, a header line. */
export async function readCsvFacts(archive: Archive, folder: string): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (const entry of archive.entries) {
    if (!entry.path.startsWith(folder) || !entry.path.toLowerCase().endsWith(".csv")) continue;
    for (const row of readTabbed(decodeText(await archive.read(entry.path)))) {
      const [name, , context, , , , , , value] = row;
      if (name === undefined || context === undefined || value === undefined || value === "－") continue;
      if (/DEI$|CoverPage$/.test(name)) facts.push({ name, context, value });
    }
  }
  return facts;
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
