import { jstDate, jstDateTime, jstDayStartMs } from "../../../lib/contract/dates.ts";
import { pdfOf } from "../../pdf/testing/small-pdf.ts";
import { cut, failing, half, listRow, refusing, type StandIn } from "./edinet-stand-in.ts";
import { makeFiling } from "./make-filing.ts";

/**
 * A made week of EDINET by its own clock: lists grow in the course of a day and are rewritten in the night, documents
 * are corrected and withdrawn, come on two days, fail for a while or for ever; two days are without network, and one
 * with a revoked key.
 */
export const weekDays = [15, 16, 17, 18, 19, 20, 21].map((day) => `2026-06-${day}`);
export const weekBeginsMs = Date.parse("2026-06-15T06:00:00+09:00");
export const weekEndsMs = Date.parse("2026-06-22T06:00:00+09:00");
const networkGone = ["2026-06-16", "2026-06-18"] as const;
const keyRevoked = ["2026-06-19T09:00:00", "2026-06-20T09:00:00"] as const;

type Trouble = "never" | "refused" | "half" | "cut";

export interface WeekDocument {
  readonly docID: string;
  readonly submittedMs: number;
  readonly row: Record<string, unknown>;
  readonly zip: Buffer;
  readonly pdf: Buffer | undefined;
  readonly trouble: Trouble | undefined;
  /** Its title in the list that is rewritten the night after. */
  readonly correctedTitle: string | undefined;
  /** When another day's list names it with another title. */
  readonly editedMs: number | undefined;
  readonly withdrawnMs: number | undefined;
}

const dayMs = 86_400_000;
const nightMs = 2 * 3_600_000;

export function makeWeek(documentsADay: number): readonly WeekDocument[] {
  return weekDays.flatMap((day, at) => {
    const isWeekend = at > 4;
    const count = at === 6 ? 0 : isWeekend ? 1 : documentsADay;
    return Array.from({ length: count }, (_, number) => makeDocument(day, at, number));
  });
}

function makeDocument(day: string, at: number, number: number): WeekDocument {
  const docID = `S1${at}${String(number).padStart(5, "0")}`;
  const submittedMs = jstDayStartMs(day) + 9 * 3_600_000 + number * 60_000 * 5;
  const nextDayMs = jstDayStartMs(day) + dayMs;
  const isTroubled = at === 3;
  const troubles: readonly (Trouble | undefined)[] = isTroubled ? ["never", "refused", "half", "cut"] : [];
  const body = `<h1>第一部 【企業情報】</h1><h2>第１ 【企業の概況】</h2><p>${docID}の本文。</p>`;
  const title = `有価証券報告書－${day}の${number}`;
  const isReport = number === 4;
  return {
    docID,
    submittedMs,
    row: listRow(docID, {
      submitDateTime: listTime(submittedMs),
      docDescription: title,
      pdfFlag: number % 5 === 1 ? "1" : "0",
      // A change report, and the next day's amendment of it, whose type is its parent's.
      ...(isReport && at % 2 === 0 ? { docTypeCode: "350", formCode: "010002" } : {}),
      ...(isReport && at % 2 === 1
        ? { docTypeCode: "360", formCode: "090001", parentDocID: `S1${at - 1}${String(number).padStart(5, "0")}` }
        : {}),
    }),
    zip: makeFiling({ body }),
    pdf: number % 5 === 1 ? Buffer.from(pdfOf([{ text: docID }]), "latin1") : undefined,
    trouble: troubles[number],
    correctedTitle: !isTroubled && number === 0 ? `${title}、直された` : undefined,
    editedMs: !isTroubled && number === 2 ? nextDayMs + 11 * 3_600_000 : undefined,
    withdrawnMs: !isTroubled && number === 3 ? nextDayMs + 10.5 * 3_600_000 : undefined,
  };
}

const listTime = (ms: number) => jstDateTime(ms).slice(0, 16).replace("T", " ");
const nightAfterMs = (ms: number) => jstDayStartMs(jstDate(ms)) + dayMs + nightMs;
const gone = { docTypeCode: null, docDescription: null, filerName: null, legalStatus: "0" };

/** A day's list as it stands at a moment. */
function listAt(documents: readonly WeekDocument[], day: string, nowMs: number): unknown[] {
  const rows: { readonly atMs: number; readonly row: Record<string, unknown> }[] = [];
  for (const document of documents) {
    const { submittedMs, editedMs, withdrawnMs } = document;
    if (jstDate(submittedMs) === day) rows.push({ atMs: submittedMs, row: rowAt(document, nowMs) });
    if (editedMs !== undefined && jstDate(editedMs) === day) rows.push({ atMs: editedMs, row: editedRow(document) });
    if (withdrawnMs !== undefined && jstDate(withdrawnMs) === day) {
      const row = listRow(`S9${document.docID.slice(2)}`, {
        ...{ ...gone, withdrawalStatus: "1", parentDocID: document.docID, submitDateTime: listTime(withdrawnMs) },
      });
      rows.push({ atMs: withdrawnMs, row });
    }
  }
  return rows
    .filter(({ atMs }) => atMs <= nowMs)
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ row }, at) => ({ ...row, seqNumber: at + 1 }));
}

/** On the day of its submission. */
function rowAt(document: WeekDocument, nowMs: number): Record<string, unknown> {
  const { row, submittedMs, withdrawnMs, editedMs, correctedTitle } = document;
  if (withdrawnMs !== undefined && nowMs >= nightAfterMs(withdrawnMs))
    return { ...row, ...gone, withdrawalStatus: "2" };
  if (editedMs !== undefined && nowMs >= nightAfterMs(editedMs)) return editedRow(document);
  if (correctedTitle !== undefined && nowMs >= nightAfterMs(submittedMs))
    return { ...row, docDescription: correctedTitle };
  return row;
}

function editedRow({ row }: WeekDocument): Record<string, unknown> {
  return { ...row, docInfoEditStatus: "1", docDescription: `${String(row["docDescription"])}、修正` };
}

/** The title that a document has in the end. */
export function finalTitle(document: WeekDocument): unknown {
  if (document.editedMs !== undefined) return editedRow(document)["docDescription"];
  return document.correctedTitle ?? document.row["docDescription"];
}

/** Lets a stand-in be as EDINET is at a moment of the week. Called again as time goes on. */
export function standAt(standIn: StandIn, documents: readonly WeekDocument[], nowMs: number): void {
  standIn.isDown = nowMs >= jstDayStartMs(networkGone[0]) && nowMs < jstDayStartMs(networkGone[1]);
  const isRevoked = nowMs >= Date.parse(`${keyRevoked[0]}+09:00`) && nowMs < Date.parse(`${keyRevoked[1]}+09:00`);
  standIn.key = isRevoked ? "another-key" : weekKey;
  for (const day of weekDays) standIn.lists.set(day, listAt(documents, day, nowMs));
}

export const weekKey = "key-of-the-week";

export function serveFiles(standIn: StandIn, documents: readonly WeekDocument[]): void {
  for (const { docID, zip, pdf, trouble } of documents) {
    const whole = { type: "application/octet-stream", bytes: zip };
    let asked = 0;
    standIn.files.set(`${docID}:1`, (response) => {
      asked++;
      if (trouble === "never") return failing(response);
      if (trouble === "refused") return refusing(response);
      if (trouble === "half" && asked === 1) return half(zip)(response);
      if (trouble === "cut" && asked <= 2) return cut(zip)(response);
      response.writeHead(200, { "content-type": whole.type, "content-length": zip.length });
      response.end(zip);
    });
    if (pdf !== undefined) standIn.files.set(`${docID}:2`, { type: "application/pdf", bytes: pdf });
  }
}
