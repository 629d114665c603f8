import { createHash } from "node:crypto";
import { ZipFile } from "yazl";
import type { Written } from "../documents.ts";

/** A package as a filer would send it: one page of HTML a part, and a manifest in reading order. */
export async function packZip(
  documentId: string,
  { title, sections }: Written,
  createdAtMs: number,
): Promise<Uint8Array> {
  const zip = new ZipFile();
  const mtime = wallClock(createdAtMs);
  const names: string[] = [];
  const add = (name: string, text: string) =>
    zip.addBuffer(Buffer.from(text, "utf8"), name, { mtime, forceDosTimestamp: true });
  let part: string[] = [];
  const flush = () => {
    if (part.length === 0) return;
    const name = `${String(names.length * 100 + 101_010).padStart(7, "0")}_honbun_${documentId}_ixbrl.htm`;
    names.push(name);
    add(`XBRL/PublicDoc/${name}`, page(title, part.join("\n")));
    part = [];
  };
  for (const { markdown, level } of sections) {
    if (level <= 2) flush();
    part.push(`<section><pre>${escape(markdown)}</pre></section>`);
  }
  flush();
  const items = names.map((name) => `    <item>${name}</item>`).join("\n");
  add(
    "XBRL/PublicDoc/manifest_PublicDoc.xml",
    `<?xml version="1.0" encoding="UTF-8"?>\n<manifest>\n  <list digest="${digest(names)}">\n${items}\n  </list>\n</manifest>\n`,
  );
  zip.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** A ZIP has local times without a zone, so Japan's time is used to get the same bytes everywhere. */
function wallClock(ms: number): Date {
  const japan = new Date(ms + 9 * 3_600_000);
  return new Date(
    japan.getUTCFullYear(),
    japan.getUTCMonth(),
    japan.getUTCDate(),
    japan.getUTCHours(),
    japan.getUTCMinutes(),
    japan.getUTCSeconds(),
  );
}

function page(title: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" lang="ja"><head><title>${escape(title)}</title></head><body>\n${body}\n</body></html>\n`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function digest(names: readonly string[]): string {
  return createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 16);
}
