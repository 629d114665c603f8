import { Refusal } from "../../../kit/archives/refusal.ts";
import { PurchaseProblem } from "../../../spending/problems.ts";
import { Draft } from "../draft.ts";
import { draftOfText } from "../draft-of-text.ts";
import type { FileComment } from "./comment.ts";
import { commentDocx } from "./comment-docx.ts";
import { commentXlsx } from "./comment-xlsx.ts";
import { decodeText } from "./decode-text.ts";
import { fileBytesMax } from "./file-limits.ts";
import { readCsv } from "./read-csv.ts";
import { readDocx } from "./read-docx.ts";
import { readPdf } from "./read-pdf.ts";
import { readXlsx } from "./read-xlsx.ts";
import { RefusedFile } from "./refused.ts";

export interface DraftFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const readers = {
  docx: readDocx,
  xlsx: readXlsx,
  csv: readCsv,
  pdf: readPdf,
} as const;

/** The draft in a file. What the bytes are counts, its name only tells kinds of text apart. */
export async function readDraftFile({ name, bytes }: DraftFile): Promise<Draft> {
  if (bytes.length > fileBytesMax) throw new RefusedFile("too_large");
  const kind = kindOf(name, bytes);
  try {
    if (kind === "text" || kind === "markdown") return draftOfText(decodeText(bytes), kind);
    const blocks = await readers[kind](bytes);
    if (blocks.length === 0) throw new RefusedFile("without_text");
    const draft = Draft.safeParse({ kind, blocks });
    if (!draft.success) throw new RefusedFile("too_complex");
    return draft.data;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The file itself with comments at its claims. Only Word and Excel files have any. */
export async function commentDraftFile(file: DraftFile, comments: readonly FileComment[]): Promise<Uint8Array> {
  if (file.bytes.length > fileBytesMax) throw new RefusedFile("too_large");
  const kind = kindOf(file.name, file.bytes);
  try {
    if (kind === "docx") return await commentDocx(file.bytes, comments);
    if (kind === "xlsx") return await commentXlsx(file.bytes, comments);
  } catch (error) {
    throw refusalOf(error);
  }
  throw new RefusedFile("unknown_kind");
}

function kindOf(name: string, bytes: Uint8Array): Draft["kind"] {
  const ending = /\.([a-z0-9]{1,8})$/iu.exec(name)?.[1]?.toLowerCase() ?? "";
  const head = Buffer.from(bytes.subarray(0, 8)).toString("latin1");
  if (head.startsWith("%PDF-")) return "pdf";
  if (head.startsWith("PK")) {
    if (ending === "docx" || ending === "xlsx") return ending;
    throw new RefusedFile("unknown_kind");
  }
  // An encrypted workbook, and the formats before the present ones.
  if (head.startsWith("\xd0\xcf\x11\xe0")) {
    throw new RefusedFile(ending === "docx" || ending === "xlsx" ? "encrypted" : "unknown_kind");
  }
  if (ending === "csv" || ending === "tsv") return "csv";
  if (ending === "md" || ending === "markdown") return "markdown";
  if (ending === "txt" || ending === "text") return "text";
  throw new RefusedFile("unknown_kind");
}

function refusalOf(error: unknown): unknown {
  if (error instanceof PurchaseProblem) return new RefusedFile("too_complex");
  if (!(error instanceof Refusal)) return error;
  const { reason } = error;
  if (reason === "encrypted_archive") return new RefusedFile("encrypted");
  const isLarge = reason === "too_large" || reason === "ratio_too_high" || reason === "too_many_entries";
  return new RefusedFile(isLarge ? "too_large" : "unreadable");
}
