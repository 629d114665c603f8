import { columnLetters, columnOf } from "../../../kit/archives/cell-names.ts";
import { OfficePackage, officeRelations } from "../../../kit/archives/office-package.ts";
import { appendTo, escapeXml, insertion, type Splice, splice, walkXml } from "../../../kit/archives/xml-places.ts";
import { commentAuthor, type FileComment } from "./comment.ts";
import { officeLimits } from "./file-limits.ts";
import { noteShape, notesDrawing } from "./note-shapes.ts";

/**
 * A workbook with comments in the cells of its claims. A sheet gets the reference to them, the package the parts of the
 * comments and of their frames; cells, formulas, styles and every other part stay byte for byte.
 */
export async function commentXlsx(bytes: Uint8Array, comments: readonly FileComment[]): Promise<Uint8Array> {
  const file = await OfficePackage.open(bytes, officeLimits);
  const bySheet = Map.groupBy(comments, ({ block_id }) => Number(/^s(\d+)-/u.exec(block_id)?.[1] ?? 0));
  const sheets = visibleSheets(file);
  let isChanged = false;
  for (const [number, own] of bySheet) {
    const path = sheets[number - 1];
    if (path === undefined) continue;
    const cells = cellsOf(file.text(path), own);
    if (cells.size === 0) continue;
    addToSheet(file, path, cells, number);
    isChanged = true;
  }
  return isChanged ? file.bytes() : bytes;
}

function visibleSheets(file: OfficePackage): readonly string[] {
  const workbook = file.relationsOf("").find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  const targets = new Map(file.relationsOf(workbook).map(({ id, target }) => [id, target]));
  const paths: string[] = [];
  walkXml(file.text(workbook), {
    open({ local, attributes }) {
      if (local !== "sheet" || /hidden/iu.test(attributes["state"] ?? "")) return;
      const id = Object.entries(attributes).find(([name]) => /^[^:]+:id$/u.test(name))?.[1] ?? "";
      const target = targets.get(id);
      if (target !== undefined) paths.push(target);
    },
    close: () => undefined,
  });
  return paths;
}

interface CellNote {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** By reference ("B2"). A line that is a text by itself is in the first filled cell of its row. */
function cellsOf(sheet: string, comments: readonly FileComment[]): ReadonlyMap<string, CellNote> {
  const filled = firstFilled(sheet);
  const cells = new Map<string, CellNote>();
  for (const { block_id, cell, text } of comments) {
    const first = Number(/-(\d+)$/u.exec(block_id)?.[1] ?? 1) - 1;
    const row = first + (cell?.row ?? 0);
    const column = cell?.column ?? filled.get(row) ?? 0;
    const reference = `${columnLetters(column + 1)}${row + 1}`;
    const before = cells.get(reference);
    cells.set(reference, { row, column, text: before === undefined ? text : `${before.text}\n${text}` });
  }
  return cells;
}

function firstFilled(sheet: string): ReadonlyMap<number, number> {
  const filled = new Map<number, number>();
  let [row, column] = [-1, -1];
  walkXml(sheet, {
    open({ local, attributes: { r: reference } }) {
      if (local === "row") [row, column] = [reference === undefined ? row + 1 : Number(reference) - 1, -1];
      else if (local === "c") column = reference === undefined ? column + 1 : columnOf(reference) - 1;
      else if ((local === "v" || local === "is") && !filled.has(row)) filled.set(row, column);
    },
    close: () => undefined,
  });
  return filled;
}

function addToSheet(file: OfficePackage, path: string, cells: ReadonlyMap<string, CellNote>, number: number): void {
  const relations = file.relationsOf(path);
  const comments = relations.find(({ type, target }) => type === "comments" && file.has(target))?.target;
  if (comments === undefined) {
    const part = file.freePath((free) => `xl/comments${free}.xml`);
    const written = [...cells].map(([reference, { text }]) => commentXml(reference, text, 0)).join("");
    file.set(
      part,
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="${main}"><authors><author>${commentAuthor}</author></authors><commentList>${written}</commentList></comments>`,
    );
    file.relate(path, "comments", part);
    file.declare(part, "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml");
  } else file.set(comments, withOurs(file.text(comments), cells));
  const shapes = [...cells.values()].map((cell, at) => noteShape(cell, number * 10_000 + at)).join("");
  const known = drawingOf(file.text(path));
  const drawing = relations.find(({ id }) => id === known)?.target;
  if (drawing !== undefined && file.has(drawing)) {
    // Its form is older than XML's rules, so that only its end is looked for.
    const before = file.text(drawing);
    const end = before.lastIndexOf("</xml>");
    if (end >= 0) file.set(drawing, before.slice(0, end) + shapes + before.slice(end));
    return;
  }
  const part = file.freePath((free) => `xl/drawings/vmlDrawing${free}.vml`);
  file.set(part, notesDrawing(shapes, number));
  file.declare(part, "application/vnd.openxmlformats-officedocument.vmlDrawing");
  file.set(path, withDrawing(file.text(path), file.relate(path, "vmlDrawing", part)));
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

function commentXml(reference: string, text: string, author: number): string {
  const words = `<r><t xml:space="preserve">${escapeXml(text)}</t></r>`;
  return `<comment xmlns="${main}" ref="${reference}" authorId="${author}"><text>${words}</text></comment>`;
}

/** A cell that has a comment keeps it, and ours stands beneath. */
function withOurs(xml: string, cells: ReadonlyMap<string, CellNote>): string {
  const left = new Map(cells);
  const insertions: Splice[] = [];
  let [authors, reference] = [0, ""];
  walkXml(xml, {
    open({ local, attributes: { ref = "" } }) {
      if (local === "comment") reference = ref;
      if (local === "author") authors++;
    },
    close(local, { start }) {
      const own = left.get(reference);
      if (local === "text" && own !== undefined) {
        const words = `<t xml:space="preserve">\n${escapeXml(own.text)}</t>`;
        insertions.push(insertion(start, `<r xmlns="${main}">${words}</r>`));
        left.delete(reference);
      }
      if (local === "comment") reference = "";
      if (local === "authors") insertions.push(insertion(start, `<author xmlns="${main}">${commentAuthor}</author>`));
      if (local === "commentList") {
        const written = [...left].map(([cell, { text }]) => commentXml(cell, text, authors)).join("");
        insertions.push(insertion(start, written));
      }
    },
  });
  return splice(xml, insertions);
}

function drawingOf(sheet: string): string | undefined {
  let found: string | undefined;
  walkXml(sheet, {
    open({ local, attributes }) {
      if (local === "legacyDrawing") found = Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1];
    },
    close: () => undefined,
  });
  return found;
}

/** The elements that a sheet has after the reference to its comments. */
const after = new Set([
  ...["legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts", "extLst"],
]);

function withDrawing(sheet: string, id: string): string {
  const element = `<legacyDrawing xmlns="${main}" xmlns:r="${officeRelations}" r:id="${id}"/>`;
  let [depth, at] = [0, -1];
  walkXml(sheet, {
    open({ local, start }) {
      if (depth++ === 1 && at < 0 && after.has(local)) at = start;
    },
    close: () => void depth--,
  });
  return at < 0 ? appendTo(sheet, element) : splice(sheet, [insertion(at, element)]);
}
