import { posix } from "node:path";
import { ZipFile } from "yazl";
import { type ArchiveLimits, openArchive } from "../../../kit/archives/archive.ts";
import { parseXml } from "../../../kit/archives/parse-xml.ts";
import { Refusal } from "../../../kit/archives/refusal.ts";
import { workbookBytesMax } from "./limits.ts";
import { type CellText, cellXml, escapeXml, scanXml, splice } from "./sheet.ts";

/** A workbook from outside as its parts: all but those that are set are written back with the same bytes. */

const archiveLimits: ArchiveLimits = {
  entriesMax: 2_000,
  packedBytesMax: workbookBytesMax,
  unpackedBytesMax: 160 * 1_048_576,
  ratioMax: 100,
  entryBytesMax: 48 * 1_048_576,
};
const sheetsMax = 200;
const stringsMax = 500_000;

const workbookPath = "xl/workbook.xml";
const relationsPath = "xl/_rels/workbook.xml.rels";
const typesPath = "[Content_Types].xml";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml";

export interface SheetPart {
  readonly name: string;
  readonly path: string;
}

export class WorkbookParts {
  readonly #parts: Map<string, Buffer>;

  private constructor(parts: Map<string, Buffer>) {
    this.#parts = parts;
  }

  static async open(bytes: Uint8Array): Promise<WorkbookParts> {
    const archive = await openArchive(Buffer.from(bytes), archiveLimits);
    try {
      for (const path of [workbookPath, relationsPath, typesPath]) {
        if (!archive.has(path)) throw new Refusal("unknown_layout", "This is not a workbook.");
      }
      const parts = new Map<string, Buffer>();
      for (const { path } of archive.entries) parts.set(path, await archive.read(path));
      return new WorkbookParts(parts);
    } finally {
      archive.close();
    }
  }

  /** The text of a part. A document type has no place in a workbook and could define entities, so it is refused. */
  text(path: string): string {
    const bytes = this.#parts.get(path);
    if (bytes === undefined) throw new Refusal("unknown_layout", "A part of the workbook is missing.");
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new Refusal("unreadable_text", "A part of the workbook is not UTF-8.");
    }
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Refusal("doctype_refused", "The workbook has a document type.");
    return text;
  }

  set(path: string, text: string): void {
    this.#parts.set(path, Buffer.from(text));
  }

  sheets(): SheetPart[] {
    const targets = new Map<string, string>();
    parseXml(this.text(relationsPath), {
      open(local, { Id: id, Target: target }) {
        if (local === "Relationship" && id !== undefined && target !== undefined) targets.set(id, target);
      },
      text: () => undefined,
      close: () => undefined,
    });
    const sheets: SheetPart[] = [];
    parseXml(this.text(workbookPath), {
      open(local, attributes) {
        if (local !== "sheet") return;
        const id = Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
        const target = targets.get(id);
        if (target === undefined || sheets.length >= sheetsMax) throw new Refusal("unknown_layout", "Unknown sheets.");
        const path = target.startsWith("/") ? target.slice(1) : posix.join("xl", target);
        sheets.push({ name: attributes["name"] ?? "", path });
      },
      text: () => undefined,
      close: () => undefined,
    });
    // Sheets of charts and macros have no cells.
    return sheets.filter(({ path }) => this.#parts.has(path) && path.startsWith("xl/worksheets/"));
  }

  strings(): string[] {
    const path = "xl/sharedStrings.xml";
    if (!this.#parts.has(path)) return [];
    const strings: string[] = [];
    let text = "";
    const inside: string[] = [];
    parseXml(this.text(path), {
      open(local) {
        inside.push(local);
        if (local === "si") text = "";
      },
      // Readings of Japanese words (`rPh`) stand beside the text and don't belong to it.
      text(piece) {
        if (inside.at(-1) === "t" && !inside.includes("rPh")) text += piece;
      },
      close(local) {
        inside.pop();
        if (local !== "si") return;
        if (strings.length >= stringsMax) throw new Refusal("too_large", "The workbook has too many texts.");
        strings.push(text);
      },
    });
    return strings;
  }

  /** Adds a sheet after all others, under a name that is still free. Returns the name. */
  addSheet(wanted: string, rows: readonly (readonly CellText[])[]): string {
    const names = new Set(this.sheets().map(({ name }) => name.toLowerCase()));
    let name = wanted;
    for (let n = 2; names.has(name.toLowerCase()); n++) name = `${wanted} (${n})`;
    let number = 1;
    while (this.#parts.has(`xl/worksheets/hiraku-${number}.xml`)) number++;
    const path = `xl/worksheets/hiraku-${number}.xml`;
    this.set(path, sheetXml(rows));
    const relations = this.text(relationsPath);
    const id = `hiraku${number}`;
    if (relations.includes(`"${id}"`)) throw new Refusal("unknown_layout", "A sheet of this workbook is missing.");
    this.#insertInto(relationsPath, "Relationships", () => {
      return `<Relationship Id="${id}" Type="${relationships}/worksheet" Target="/${path}"/>`;
    });
    this.#insertInto(typesPath, "Types", () => `<Override PartName="/${path}" ContentType="${sheetType}"/>`);
    const ids = scanXml(this.text(workbookPath), ["sheet"]).map(({ attributes }) => Number(attributes["sheetId"]) || 0);
    const sheetId = Math.max(0, ...ids) + 1;
    this.#insertInto(workbookPath, "sheets", (prefix) => {
      return `<${prefix}sheet name="${escapeXml(name)}" sheetId="${sheetId}" xmlns:hr="${relationships}" hr:id="${id}"/>`;
    });
    return name;
  }

  /** Formulas are computed anew when the workbook is opened: their stored results are of the figures before. */
  recompute(): void {
    const text = this.text(workbookPath);
    const [known] = scanXml(text, ["calcPr"]);
    if (known !== undefined) {
      const { fullCalcOnLoad: _, ...others } = known.attributes;
      const written = Object.entries({ ...others, fullCalcOnLoad: "1" }).map(([n, v]) => ` ${n}="${escapeXml(v)}"`);
      this.set(workbookPath, splice(text, [{ ...known, text: `<${known.name}${written.join("")}/>` }]));
      return;
    }
    const before = scanXml(text, ["sheets", "functionGroups", "externalReferences", "definedNames"]).at(-1);
    if (before === undefined) throw new Refusal("unknown_layout", "The workbook lists no sheets.");
    const prefix = before.name.slice(0, before.name.lastIndexOf(":") + 1);
    const calc = `<${prefix}calcPr fullCalcOnLoad="1"/>`;
    this.set(workbookPath, splice(text, [{ start: before.end, end: before.end, text: calc }]));
  }

  async pack(): Promise<Buffer> {
    const zip = new ZipFile();
    for (const [path, bytes] of this.#parts) zip.addBuffer(bytes, path);
    zip.end();
    const chunks: Buffer[] = [];
    for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  }

  #insertInto(path: string, element: string, made: (prefix: string) => string): void {
    const text = this.text(path);
    const [found] = scanXml(text, [element]);
    if (found === undefined || found.innerEnd === found.end) {
      throw new Refusal("unknown_layout", "The workbook has an unknown layout.");
    }
    const prefix = found.name.slice(0, found.name.lastIndexOf(":") + 1);
    this.set(path, splice(text, [{ start: found.innerEnd, end: found.innerEnd, text: made(prefix) }]));
  }
}

export function sheetXml(rows: readonly (readonly CellText[])[]): string {
  const written = rows.map((cells, at) => {
    const inside = cells.map((cell, column) => (cell === null ? "" : cellXml("", at + 1, column + 1, cell)));
    return `<row r="${at + 1}">${inside.join("")}</row>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}"><sheetData>${written.join("")}</sheetData></worksheet>`;
}
