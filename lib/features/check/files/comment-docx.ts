import { OfficePackage } from "../../../kit/archives/office-package.ts";
import { Refusal } from "../../../kit/archives/refusal.ts";
import { appendTo, escapeXml, insertion, type Splice, splice, walkXml } from "../../../kit/archives/xml-places.ts";
import { commentAuthor, type FileComment } from "./comment.ts";
import { officeLimits } from "./file-limits.ts";
import { mainPart } from "./read-docx.ts";

/**
 * A Word file with comments at the paragraphs of its claims. The document's part gets their marks, the package the part
 * of the comments; every other part stays byte for byte. Footnotes and text in drawings have no comments in Word: what
 * is said of them stands at the paragraph around them, or at the first.
 */
export async function commentDocx(bytes: Uint8Array, comments: readonly FileComment[]): Promise<Uint8Array> {
  const file = await OfficePackage.open(bytes, officeLimits);
  const path = mainPart(file);
  const document = file.text(path);
  const places = paragraphsOf(document);
  const known = file.relationsOf(path).find(({ type }) => type === "comments")?.target;
  const before = known === undefined || !file.has(known) ? undefined : file.text(known);
  let id = before === undefined ? 0 : firstFreeId(before);
  const insertions: Splice[] = [];
  const written: string[] = [];
  const { namespace } = places;
  for (const comment of comments) {
    const paragraph = places.of(comment);
    if (paragraph === undefined) continue;
    const mark = (name: string) => `<w:${name} xmlns:w="${namespace}" w:id="${id}"/>`;
    insertions.push(insertion(paragraph.start, mark("commentRangeStart")));
    const reference = `<w:r xmlns:w="${namespace}"><w:commentReference w:id="${id}"/></w:r>`;
    insertions.push(insertion(paragraph.end, mark("commentRangeEnd") + reference));
    written.push(
      `<w:comment xmlns:w="${namespace}" w:id="${id}" w:author="${commentAuthor}" w:initials="H"><w:p><w:r><w:t xml:space="preserve">${escapeXml(comment.text)}</w:t></w:r></w:p></w:comment>`,
    );
    id++;
  }
  if (written.length === 0) return bytes;
  file.set(path, splice(document, insertions));
  if (known !== undefined && before !== undefined) file.set(known, appendTo(before, written.join("")));
  else {
    const part = file.freePath((number) => `word/comments${number === 1 ? "" : number}.xml`);
    file.set(
      part,
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:comments xmlns:w="${namespace}">${written.join("")}</w:comments>`,
    );
    file.relate(path, "comments", part);
    file.declare(part, "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml");
  }
  return file.bytes();
}

interface Paragraph {
  /** After its properties. */
  start: number;
  /** Before its end tag. */
  end: number;
}

/** Counts as the reader does, so that the number in a block's id finds its paragraph or table. */
function paragraphsOf(xml: string) {
  const byNumber = new Map<number, Paragraph>();
  const byCell = new Map<string, Paragraph>();
  const open: { readonly outer: Paragraph; readonly isOutermost: boolean; children: number }[] = [];
  const tables: {
    readonly number: number;
    row: number;
    column: number;
    columns: number;
    first: Paragraph | undefined;
  }[] = [];
  let [count, depth, pPrDepth, namespace, prefix] = [0, 0, -1, "", ""];
  let first: Paragraph | undefined;
  walkXml(xml, {
    open({ name, local, attributes, end }) {
      if (depth++ === 0) {
        prefix = name.slice(0, -local.length);
        namespace = attributes[prefix === "" ? "xmlns" : `xmlns:${prefix.slice(0, -1)}`] ?? "";
      }
      const around = open.at(-1);
      if (local === "pPr" && around !== undefined && around.children === 0 && around.isOutermost) pPrDepth = depth;
      if (around !== undefined) around.children++;
      const table = tables.at(-1);
      if (local === "p") {
        const isOutermost = around === undefined && name === `${prefix}p`;
        const isSingle = xml[end - 2] === "/";
        const paragraph = around?.outer ?? { start: end, end };
        const hasPlace = isOutermost && !isSingle;
        count++;
        if (around !== undefined || hasPlace) byNumber.set(count, paragraph);
        open.push({ outer: paragraph, isOutermost: hasPlace, children: 0 });
        if (hasPlace) {
          first ??= paragraph;
          if (table !== undefined) {
            table.first ??= paragraph;
            const key = `${table.number} ${table.row} ${table.column}`;
            if (!byCell.has(key)) byCell.set(key, paragraph);
          }
        }
      } else if (local === "tbl") tables.push({ number: ++count, row: -1, column: 0, columns: 1, first: undefined });
      else if (table === undefined) return;
      else if (local === "tr") [table.row, table.column] = [table.row + 1, 0];
      else if (local === "tc") table.columns = 1;
      else if (local === "gridSpan")
        table.columns = Math.max(1, Number(attributes[`${prefix}val`] ?? attributes["w:val"]) || 1);
    },
    close(local, place) {
      const around = open.at(-1);
      if (local === "pPr" && depth === pPrDepth && around !== undefined) {
        around.outer.start = place.end;
        pPrDepth = -1;
      }
      depth--;
      const table = tables.at(-1);
      if (local === "p" && around !== undefined) {
        open.pop();
        if (around.isOutermost) around.outer.end = place.start;
      } else if (local === "tc" && table !== undefined) {
        const words = byCell.get(`${table.number} ${table.row} ${table.column}`);
        for (let more = 1; more < table.columns && words !== undefined && more < 100; more++)
          byCell.set(`${table.number} ${table.row} ${table.column + more}`, words);
        table.column += table.columns;
      } else if (local === "tbl" && table !== undefined) {
        tables.pop();
        if (table.first !== undefined) byNumber.set(table.number, table.first);
        const outer = tables.at(-1);
        if (outer !== undefined && table.first !== undefined) {
          const key = `${outer.number} ${outer.row} ${outer.column}`;
          if (!byCell.has(key)) byCell.set(key, table.first);
        }
      }
    },
  });
  if (namespace === "") throw new Refusal("unknown_layout", "The document is of another form.");
  return {
    namespace,
    of({ block_id, cell }: FileComment): Paragraph | undefined {
      const number = /^p(\d+)/u.exec(block_id)?.[1];
      if (number === undefined) return first;
      const inCell = cell === null ? undefined : byCell.get(`${Number(number)} ${cell.row} ${cell.column}`);
      return inCell ?? byNumber.get(Number(number)) ?? first;
    },
  };
}

function firstFreeId(comments: string): number {
  let next = 0;
  walkXml(comments, {
    open({ local, attributes }) {
      if (local !== "comment") return;
      const id = Number(Object.entries(attributes).find(([name]) => name === "id" || name.endsWith(":id"))?.[1]);
      if (Number.isSafeInteger(id)) next = Math.max(next, id + 1);
    },
    close: () => undefined,
  });
  return next;
}
