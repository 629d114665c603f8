import type { ArchiveLimits } from "../../../kit/archives/archive.ts";
import { OfficePackage, officeRelations } from "../../../kit/archives/office-package.ts";
import { parseXml } from "../../../kit/archives/parse-xml.ts";
import { Refusal } from "../../../kit/archives/refusal.ts";
import { escapeXml, insertion, splice } from "../../../kit/archives/xml-places.ts";
import { workbookBytesMax } from "./limits.ts";
import { type CellText, cellXml, scanXml } from "./sheet.ts";

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
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml";

export interface SheetPart {
  readonly name: string;
  readonly path: string;
}

/** A workbook from outside: its sheets and strings, and sheets that are added to it. */
export class WorkbookParts {
  readonly #file: OfficePackage;

  private constructor(file: OfficePackage) {
    this.#file = file;
  }

  static async open(bytes: Uint8Array): Promise<WorkbookParts> {
    const file = await OfficePackage.open(bytes, archiveLimits);
    if (!file.has(workbookPath)) throw new Refusal("unknown_layout", "This is not a workbook.");
    return new WorkbookParts(file);
  }

  text(path: string): string {
    return this.#file.text(path);
  }

  set(path: string, text: string): void {
    this.#file.set(path, text);
  }

  sheets(): SheetPart[] {
    const targets = new Map(this.#file.relationsOf(workbookPath).map(({ id, target }) => [id, target]));
    const sheets: SheetPart[] = [];
    for (const { attributes } of scanXml(this.text(workbookPath), ["sheet"])) {
      const id = Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
      const path = targets.get(id);
      if (path === undefined || sheets.length >= sheetsMax) throw new Refusal("unknown_layout", "Unknown sheets.");
      sheets.push({ name: attributes["name"] ?? "", path });
    }
    // Sheets of charts and macros have no cells.
    return sheets.filter(({ path }) => this.#file.has(path) && path.startsWith("xl/worksheets/"));
  }

  strings(): string[] {
    const path = "xl/sharedStrings.xml";
    if (!this.#file.has(path)) return [];
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
    const path = this.#file.freePath((number) => `xl/worksheets/hiraku-${number}.xml`);
    this.set(path, sheetXml(rows));
    this.#file.declare(path, sheetType);
    const id = this.#file.relate(workbookPath, "worksheet", path);
    const ids = scanXml(this.text(workbookPath), ["sheet"]).map(({ attributes }) => Number(attributes["sheetId"]) || 0);
    const sheetId = Math.max(0, ...ids) + 1;
    const text = this.text(workbookPath);
    const [list] = scanXml(text, ["sheets"]);
    if (list === undefined || list.innerEnd === list.end) {
      throw new Refusal("unknown_layout", "The workbook has an unknown layout.");
    }
    const prefix = list.name.slice(0, list.name.lastIndexOf(":") + 1);
    const sheet = `<${prefix}sheet name="${escapeXml(name)}" sheetId="${sheetId}" xmlns:hr="${officeRelations}" hr:id="${id}"/>`;
    this.set(workbookPath, splice(text, [insertion(list.innerEnd, sheet)]));
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
    this.set(workbookPath, splice(text, [insertion(before.end, calc)]));
  }

  bytes(): Promise<Buffer> {
    return this.#file.bytes();
  }
}

export function sheetXml(rows: readonly (readonly CellText[])[]): string {
  const written = rows.map((cells, at) => {
    const inside = cells.map((cell, column) => (cell === null ? "" : cellXml("", at + 1, column + 1, cell)));
    return `<row r="${at + 1}">${inside.join("")}</row>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}"><sheetData>${written.join("")}</sheetData></worksheet>`;
}
