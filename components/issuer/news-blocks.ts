import { moment, monthEnd, shiftDay } from "@/lib/format/clock";
import type { NewsBlock } from "@/lib/format/timeline";
import type { TimelineFilters } from "@/lib/format/timeline-filters";
import type { StoredAnswer } from "@/lib/purchases/wire";
import type { NewsSpan } from "@/lib/queries/news-lists";
import { type ListedStatement, readStatements } from "./statements.ts";

/** An issuer's news as blocks of its timeline: the lists that are owned, and one period that may be listed. */

export type OwnedBlock = NewsBlock<ListedStatement> & { readonly storedAt?: string };

/**
 * Turns owned lists into blocks; a period and its further pages are one block. `answers` and `spans` have the same
 * order.
 */
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

/**
 * Splits a list of many months, so that the timeline shows each month's news beneath that month's documents. An empty
 * list stays one block, which says that it is empty.
 */
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

/**
 * Begins on the day of the newest list, since news may have followed later that day; without a list, this month or the
 * chosen days.
 */
export function openBlock(
  owned: readonly OwnedBlock[],
  filters: TimelineFilters,
  today: string,
): OwnedBlock | undefined {
  const until = filters.to ?? today;
  const newest = owned.filter((block) => block.until <= until).sort((a, b) => (a.until < b.until ? 1 : -1))[0];
  const listedOn = moment(newest?.storedAt ?? null)?.date;
  const after = newest === undefined ? undefined : listedOn === newest.until ? newest.until : shiftDay(newest.until, 1);
  const start = filters.from ?? `${until.slice(0, 7)}-01`;
  const since = after !== undefined && after > start ? after : start;
  if (since > until || owned.some((block) => block.since <= since && block.until >= until)) return undefined;
  return { since, until, statements: null };
}

export function overlaps(block: NewsSpan, filters: TimelineFilters): boolean {
  return (filters.from === null || block.until >= filters.from) && (filters.to === null || block.since <= filters.to);
}
