import { jstDate } from "../../contract/dates.ts";
import type { NewsStatement } from "../../contract/resources.ts";
import { readStoredAnswer } from "../../contract/tolerant.ts";
import type { ItemRow } from "../../store/library-items.ts";
import { shiftDay } from "../../text/format/clock.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import { inputOf } from "./purchase-views.ts";

/** From stored answers, without paying; looking at it counts as no reading. */
export interface NewsCoverage {
  /** Days of the whole market, newest first. */
  readonly market: readonly DaySpan[];
  readonly issuers: readonly CoveredIssuer[];
  readonly statements: number;
}

export interface DaySpan {
  readonly since: string;
  readonly until: string;
}

export interface CoveredIssuer {
  readonly security_code: string;
  /** Days listed for this issuer alone or with others, newest first. */
  readonly days: readonly DaySpan[];
  readonly statements: number;
  readonly newest: Headline | null;
}

interface Headline {
  readonly news_id: string;
  readonly title: string | null;
  readonly observed_at: string | null;
}

/** Answers beyond this number are left out, the oldest first. */
const answersMax = 200;

export async function newsCoverage(deps: SpendingDeps, rows: PurchaseStore, ownerId: string): Promise<NewsCoverage> {
  const items = await rows.library.items({ owner_id: ownerId, kinds: ["list_news", "search_news"], limit: answersMax });
  const answers = await Promise.all(items.map(async (item) => readAnswer(deps, item)));
  return coverageOf(answers.filter((each) => each !== undefined));
}

interface Answer {
  /** The codes asked for; none means the whole market. */
  readonly codes: readonly string[];
  /** Undefined for a search, which covers no days. */
  readonly days: DaySpan | undefined;
  readonly statements: readonly NewsStatement[];
}

export function coverageOf(answers: readonly Answer[]): NewsCoverage {
  const days = new Map<string, DaySpan[]>();
  const statements = new Map<string, Map<string, NewsStatement>>();
  const all = new Set<string>();
  for (const answer of answers) {
    for (const code of answer.codes.length === 0 ? [wholeMarket] : answer.codes) {
      if (answer.days !== undefined) days.set(code, [...(days.get(code) ?? []), answer.days]);
    }
    for (const statement of answer.statements) {
      all.add(statement.news_id);
      for (const code of statement.security_codes) {
        const known = statements.get(code) ?? new Map<string, NewsStatement>();
        statements.set(code, known.set(statement.news_id, statement));
      }
    }
  }
  const codes = new Set([...days.keys(), ...statements.keys()]);
  codes.delete(wholeMarket);
  const issuers = [...codes].map((code) => issuerOf(code, days.get(code) ?? [], statements.get(code)));
  return {
    market: joined(days.get(wholeMarket) ?? []),
    issuers: issuers.sort((a, b) => newestFirst(a.newest, b.newest) || (a.security_code < b.security_code ? -1 : 1)),
    statements: all.size,
  };
}

const wholeMarket = "";

function issuerOf(code: string, days: readonly DaySpan[], found: ReadonlyMap<string, NewsStatement> | undefined) {
  const statements = [...(found?.values() ?? [])].sort(newestFirst);
  const [newest] = statements;
  return {
    security_code: code,
    days: joined(days),
    statements: statements.length,
    newest:
      newest === undefined
        ? null
        : { news_id: newest.news_id, title: newest.title ?? beginning(newest), observed_at: newest.observed_at },
  };
}

function beginning({ statement }: NewsStatement): string | null {
  return statement === null ? null : [...statement].slice(0, 60).join("");
}

type Observed = { readonly observed_at: string | null } | null;

function newestFirst(a: Observed, b: Observed): number {
  return msOf(b) - msOf(a);
}

function msOf(at: Observed): number {
  const ms = Date.parse(at?.observed_at ?? "");
  return Number.isNaN(ms) ? 0 : ms;
}

/** Spans that touch or overlap are one. */
function joined(spans: readonly DaySpan[]): DaySpan[] {
  const all: DaySpan[] = [];
  for (const span of [...spans].sort((a, b) => (a.since < b.since ? -1 : 1))) {
    const last = all.at(-1);
    if (last === undefined || span.since > shiftDay(last.until, 1)) all.push(span);
    else all[all.length - 1] = { since: last.since, until: last.until > span.until ? last.until : span.until };
  }
  return all.reverse();
}

async function readAnswer(deps: SpendingDeps, item: ItemRow): Promise<Answer | undefined> {
  const bytes = await deps.bodies.read(item.sha256).catch(() => undefined);
  if (bytes === undefined || item.unreadable !== null) return undefined;
  const body = new TextDecoder().decode(bytes);
  const input = inputOf(item.params);
  const codes = Array.isArray(input["security_codes"]) ? input["security_codes"].map(String) : [];
  if (item.kind === "search_news") {
    const hits = readStoredAnswer("searchNews", body)?.hits ?? [];
    return { codes: [], days: undefined, statements: hits.map((hit) => hit.news) };
  }
  const list = readStoredAnswer("listNews", body);
  if (list === null) return undefined;
  return { codes, days: daysOf(input, list, item.stored_at), statements: list.news };
}

/** A page of a list covers the days from its last statement, or from the first day asked for where it is the last page. */
function daysOf(
  input: Readonly<Record<string, unknown>>,
  list: { readonly news: readonly NewsStatement[]; readonly next_cursor: string | null },
  storedAtMs: number,
): DaySpan | undefined {
  const observed = list.news.flatMap(({ observed_at: at }) => (at === null ? [] : [jstDate(Date.parse(at))])).sort();
  const asked = (name: string) => (typeof input[name] === "string" ? input[name] : undefined);
  const isFirst = asked("cursor") === undefined;
  const listedAt = jstDate(storedAtMs);
  const end = asked("timeline_until") ?? listedAt;
  const until = isFirst ? (end < listedAt ? end : listedAt) : observed.at(-1);
  const since = list.next_cursor === null ? (asked("timeline_since") ?? observed[0]) : observed[0];
  return since === undefined || until === undefined || since > until ? undefined : { since, until };
}
