import { isCalendarDate, jstDate, jstDateTime, jstDayEndMs, jstDayStartMs } from "../../contract/dates.ts";
import { readStoredAnswer, readTolerantly } from "../../contract/tolerant.ts";
import { unreadBecause } from "../../kit/long-texts/refusal.ts";
import { type LineFilter, type LinePlace, placeOfLine } from "../../store/library.ts";
import { type ItemOrder, type ItemRow, itemOrderNames, readPlace } from "../../store/library-items.ts";
import type { LineRow } from "../../store/purchase-lines.ts";
import { shiftMonth } from "../../text/format/clock.ts";
import { searchedWords } from "../../text/library-words.ts";
import { cutAtBound } from "../engine/storing.ts";
import { isQuestion } from "../kinds/questions.ts";
import { parseJson } from "../kinds/reading.ts";
import { sectionsOf } from "../kinds/unit.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import { spendingOf } from "../pricing/budget.ts";
import { flawOf } from "../pricing/first-reading.ts";
import { PurchaseProblem } from "../problems.ts";
import type { LedgerPage, LibraryItem, LibraryPage, LibrarySummary } from "../wire.ts";
import { inputOf, KindSchema, ledgerRow, StateSchema } from "./purchase-views.ts";

/** The library and the ledger as pages of lines. Filters come from the address; invalid ones are refused. */

const pageDefault = 50;
const pageMax = 200;

export async function ledgerPage(rows: PurchaseStore, ownerId: string, query: URLSearchParams): Promise<LedgerPage> {
  const filter = ledgerFilter(ownerId, query);
  const [lines, total] = await Promise.all([rows.library.lines(filter), rows.library.countLines(filter)]);
  const last = lines.length === filter.limit ? lines.at(-1) : undefined;
  return {
    rows: lines.map(ledgerRow),
    next_cursor: last === undefined ? null : lineCursorOf(last),
    total,
  };
}

/** `month`, or `from` and `until` as Japanese days, both inclusive; `kind`, `state`, `label`, `code`, `row`, `task`. */
export function ledgerFilter(ownerId: string, query: URLSearchParams): LineFilter {
  const month = query.get("month");
  const [monthFrom, monthUntil] = month === null ? [undefined, undefined] : monthBounds(month);
  const text = (name: string) => query.get(name) ?? undefined;
  return {
    owner_id: ownerId,
    from: dayStart(text("from")) ?? monthFrom,
    until: dayEnd(text("until")) ?? monthUntil,
    kinds: query.getAll("kind").map((each) => parsed(KindSchema.safeParse(each).data, "kind")),
    states: query.getAll("state").map((each) => parsed(StateSchema.safeParse(each).data, "state")),
    label: text("label"),
    security_code: text("code"),
    intent_id: text("row"),
    task_id: text("task"),
    before: readLineCursor(text("cursor")),
    limit: limitOf(query),
  };
}

function lineCursorOf(line: LineRow): string {
  const { at, balance, id } = placeOfLine(line);
  return Buffer.from(`${at}:${balance}:${id}`).toString("base64url");
}

function readLineCursor(cursor: string | undefined): LinePlace | undefined {
  if (cursor === undefined) return undefined;
  const match = /^(\d{1,15}):(\d{1,16}):(\w[\w-]{0,60})$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  if (match === null) throw invalid("cursor");
  return { at: Number(match[1]), balance: Number(match[2]), id: match[3] ?? "" };
}

export async function libraryPage(
  deps: SpendingDeps,
  rows: PurchaseStore,
  ownerId: string,
  query: URLSearchParams,
): Promise<LibraryPage> {
  const question = query.get("q")?.trim() ?? "";
  const words = question === "" ? undefined : searchedWords(question);
  if (words?.length === 0) return { items: [], next_cursor: null, total: 0 };
  const order = orderOf(query.get("sort") ?? "newest");
  const filter = {
    owner_id: ownerId,
    words,
    kinds: query.getAll("kind").map((each) => parsed(KindSchema.safeParse(each).data, "kind")),
    security_code: query.get("code") ?? undefined,
    document_id: query.get("document") ?? undefined,
    neverOpened: query.get("opened") === "never",
    order,
    after: readCursor(query.get("cursor") ?? undefined, order),
    limit: limitOf(query),
  };
  const [items, total] = await Promise.all([rows.library.items(filter), rows.library.countItems(filter)]);
  const last = items.length === filter.limit ? items.at(-1) : undefined;
  const shown: LibraryItem[] = [];
  for (const item of items) shown.push(await libraryItem(deps, item, question));
  return {
    items: shown,
    next_cursor: last === undefined ? null : Buffer.from(last.place).toString("base64url"),
    total,
  };
}

async function libraryItem(deps: SpendingDeps, row: ItemRow, question: string): Promise<LibraryItem> {
  const kind = KindSchema.parse(row.kind);
  const sections = sectionsOf({ kind, params: row.params });
  return {
    artifact_id: row.artifact_id,
    kind,
    stored_at: jstDateTime(row.stored_at),
    credits: row.credits ?? row.credits_max,
    document_id: row.document_id,
    document_title: row.title,
    ...summaryFieldsOf(row.summary),
    document_type: row.document_type,
    security_code: row.security_code,
    issuer_name: row.issuer_name,
    subject: row.subject,
    section_id: sections.length === 1 ? (sections[0] ?? null) : null,
    page_number: row.page_number,
    original_id: row.original_id,
    input: isQuestion(kind) ? inputOf(row.params) : null,
    byte_size: row.byte_size,
    opened: row.opened === 1,
    unreadable: flawOf(row) !== null,
    incomplete: row.unreadable === cutAtBound,
    ...(question === "" ? { snippet: null, snippet_unread: null } : await passageOf(deps, row, question)),
  };
}

/** From the document's last stored record. */
function summaryFieldsOf(summary: string | null): Pick<LibraryItem, "standing" | "issuer_name_en" | "parts_missing"> {
  const snapshot = readStoredAnswer("getDocument", summary);
  if (snapshot === null) return { standing: {}, issuer_name_en: null, parts_missing: false };
  const { content_status, amends_document_id, amended_by_document_id, superseded_by_document_id } = snapshot;
  return {
    standing: { content_status, amends_document_id, amended_by_document_id, superseded_by_document_id },
    issuer_name_en: snapshot.issuer_name_en,
    parts_missing: snapshot.missing_parts.length > 0,
  };
}

async function passageOf(
  deps: SpendingDeps,
  row: ItemRow,
  question: string,
): Promise<Pick<LibraryItem, "snippet" | "snippet_unread">> {
  const none = { snippet: null, snippet_unread: null };
  if (row.kind !== "content" && row.kind !== "sections") return none;
  const bytes = await deps.bodies.read(row.sha256);
  if (bytes === undefined) return none;
  const read = readTolerantly("getContent", parseJson(bytes));
  if ("unreadable" in read) return none;
  try {
    return { ...none, snippet: await deps.texts.passage(read.value.content, question) };
  } catch (error) {
    return { ...none, snippet_unread: unreadBecause(error) };
  }
}

export async function librarySummary(
  rows: PurchaseStore,
  ownerId: string,
  month: string,
  nowMs: number,
): Promise<LibrarySummary> {
  const [from, until] = monthBounds(month);
  const { library } = rows;
  const [yearFrom] = monthBounds(shiftMonth(jstDate(nowMs).slice(0, 7), -11));
  const [
    spending,
    byDay,
    ofYear,
    byIssuer,
    byLabel,
    saved,
    unknown,
    never,
    firstAt,
    ownedCount,
    ledgerCount,
    issuers,
    labels,
  ] = await Promise.all([
    spendingOf(rows.budget, ownerId, nowMs),
    library.byDay(ownerId, from, until),
    library.byDay(ownerId, yearFrom, nowMs + 1),
    library.byIssuer(ownerId, from, until),
    library.byLabel(ownerId, from, until),
    rows.reads.sums(ownerId),
    library.unknown(ownerId),
    library.neverOpened(ownerId),
    library.firstAt(ownerId),
    library.countItems({ owner_id: ownerId, limit: 0 }),
    library.countLines({ owner_id: ownerId, limit: 0 }),
    library.ownedIssuers(ownerId),
    library.labels(ownerId),
  ]);
  return {
    month,
    spent_month: byDay.reduce((sum, each) => sum + each.credits, 0),
    spent_today: spending.today,
    saved: saved.credits,
    saved_reads: saved.reads,
    saved_since: saved.reads === 0 || saved.since === null ? null : jstDate(saved.since),
    unknown_count: unknown.count,
    unknown_max: unknown.credits,
    owned_count: ownedCount,
    ledger_count: ledgerCount,
    never_opened_count: never.count,
    never_opened_credits: never.credits,
    by_day: byDay,
    by_month: monthsOf(ofYear),
    by_issuer: byIssuer,
    by_label: byLabel,
    owned_issuers: issuers,
    labels,
    first_month: firstAt === null ? null : jstDate(firstAt).slice(0, 7),
    budget: spending.budget,
  };
}

function monthsOf(days: readonly { readonly day: string; readonly credits: number }[]): LibrarySummary["by_month"] {
  const months = new Map<string, number>();
  for (const { day, credits } of days) {
    if (credits > 0) months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + credits);
  }
  return [...months].map(([month, credits]) => ({ month, credits }));
}

export function monthBounds(month: string): [number, number] {
  if (!/^\d{4}-\d{2}$/.test(month) || !isCalendarDate(`${month}-01`)) throw invalid("month");
  const [year = 0, number = 0] = month.split("-").map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
  return [jstDayStartMs(`${month}-01`), jstDayStartMs(`${next}-01`)];
}

function dayStart(day: string | undefined): number | undefined {
  if (day === undefined) return undefined;
  if (!isCalendarDate(day)) throw invalid("from");
  return jstDayStartMs(day);
}

function dayEnd(day: string | undefined): number | undefined {
  if (day === undefined) return undefined;
  if (!isCalendarDate(day)) throw invalid("until");
  return jstDayEndMs(day);
}

function limitOf(query: URLSearchParams): number {
  const text = query.get("limit");
  if (text === null) return pageDefault;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw invalid("limit");
  return Math.min(limit, pageMax);
}

function parsed<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw invalid(name);
  return value;
}

function invalid(name: string): PurchaseProblem {
  return new PurchaseProblem(422, "validation", `${name} is not valid.`);
}

function orderOf(name: string): ItemOrder {
  return parsed(
    itemOrderNames.find((each) => each === name),
    "sort",
  );
}

/** The place after which the next page begins. It gives no access, since every query also names the owner. */
function readCursor(cursor: string | undefined, order: ItemOrder): readonly (string | number)[] | undefined {
  if (cursor === undefined) return undefined;
  return parsed(readPlace(Buffer.from(cursor, "base64url").toString("utf8"), order), "cursor");
}
