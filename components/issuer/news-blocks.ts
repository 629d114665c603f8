import type { NewsSpan } from "@/lib/next/queries/news-lists";
import type { StoredAnswer } from "@/lib/spending/wire";
import { moment, monthEnd, shiftDay } from "@/lib/text/format/clock";
import type { NewsBlock } from "@/lib/text/format/timeline";
import type { TimelineFilters } from "@/lib/text/format/timeline-filters";
import { type ListedStatement, readStatements } from "./statements.ts";

/** An issuer's news as blocks of its timeline: the lists that are owned, and one period that may be listed. */

export type OwnedBlock = NewsBlock<ListedStatement> & { readonly storedAt?: string };

/** A period and its further pages are one block. `answers` and `spans` have the same order. */
export function ownedBlocks(
  spans: readonly NewsSpan[],
  answers: readonly (StoredAnswer | null | undefined)[],
): OwnedBlock[] {
  const read = spans.flatMap((span, index) => {
    const answer = answers[index];
    return answer === null || answer === undefined ? [] : [{ span, answer, ...readStatements(answer.value) }];
  });
  const firsts = read.filter(({ span }) => span.cursor === undefined);
  return firsts.map(({ span, answer, statements, nextCursor }) => {
    const all = [...statements];
    let more = nextCursor;
    const followed = new Set<string>();
    while (more !== null && !followed.has(more)) {
      followed.add(more);
      const next = read.find((each) => each.span.cursor === more && each.span.since === span.since);
      if (next === undefined) break;
      all.push(...next.statements);
      more = next.nextCursor;
    }
    const { since, until } = span;
    return { since, until, statements: all, more, storedAt: answer.stored_at };
  });
}

/** Each month's news stands beneath that month's documents; an empty list stays one block. */
export function byMonth(block: OwnedBlock): OwnedBlock[] {
  const months = new Map<string, ListedStatement[]>();
  for (const statement of block.statements ?? []) {
    const day = moment(statement.observed_at)?.date ?? block.until;
    const month = (day > block.until ? block.until : day < block.since ? block.since : day).slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), statement]);
  }
  if (months.size === 0) return [block];
  const { more, ...rest } = block;
  return [...months]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([month, statements], index, all) => ({
      ...rest,
      statements,
      since: [`${month}-01`, block.since].sort().at(-1) ?? block.since,
      until: [monthEnd(month), block.until].sort()[0] ?? block.until,
      ...(index === all.length - 1 && more !== undefined ? { more } : {}),
    }));
}

/** A list that is owned, whether or not its answer has been read yet. */
export type ListedSpan = NewsSpan & { readonly storedAt?: string | undefined };

/**
 * The newest days in view that no list covers: of this month, or of the chosen days, and never after today. The last
 * day of a list is open again once it is over, since news may have followed later that day.
 */
export function openBlock(
  lists: readonly ListedSpan[],
  filters: TimelineFilters,
  today: string,
): OwnedBlock | undefined {
  const to = filters.to === null || filters.to > today ? today : filters.to;
  const from = filters.from ?? `${to.slice(0, 7)}-01`;
  const covered = lists.map((list) => ({ since: list.since, until: coveredUntil(list, today) }));
  let until = to;
  for (let over = covering(covered, until); over !== undefined; over = covering(covered, until)) {
    until = shiftDay(over.since, -1);
    if (until < from) return undefined;
  }
  if (until < from) return undefined;
  const starts = covered.flatMap((each) => (each.until < until ? [shiftDay(each.until, 1)] : []));
  return { since: [from, ...starts].sort().at(-1) ?? from, until, statements: null };
}

function covering(covered: readonly NewsSpan[], day: string): NewsSpan | undefined {
  return covered.find(({ since, until }) => since <= day && day <= until);
}

function coveredUntil({ until, storedAt }: ListedSpan, today: string): string {
  const listedOn = moment(storedAt ?? null)?.date;
  return listedOn === until && until < today ? shiftDay(until, -1) : until;
}

export function overlaps(block: NewsSpan, filters: TimelineFilters): boolean {
  return (filters.from === null || block.until >= filters.from) && (filters.to === null || block.since <= filters.to);
}
