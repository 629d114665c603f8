import { jstDate, jstDayStartMs } from "../../../../lib/contract/dates.ts";
import { type DocumentType, documentTypes } from "../../../../lib/contract/vocabulary.ts";
import type { IngestItem } from "../../run/item.ts";
import type { IngestSession } from "../../session.ts";
import type { DownloadType, EdinetClient } from "./client.ts";
import { closingItem, documentItem, type EdinetSource } from "./items.ts";
import type { ListRow } from "./list-row.ts";
import { estimateBytes, makePlan, type Plan, type PlanFilter, typeOfRow } from "./plan.ts";

export interface EdinetRun {
  readonly client: EdinetClient;
  readonly session: IngestSession;
  readonly types: ReadonlySet<string> | undefined;
  readonly codes: ReadonlySet<string> | undefined;
  readonly extras: ReadonlySet<DownloadType>;
}

export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let ms = jstDayStartMs(from); ms <= jstDayStartMs(to); ms += 86_400_000) days.push(jstDate(ms));
  return days;
}

/** The lists of the days, oldest first. */
export async function readLists(run: EdinetRun, days: readonly string[], signal: AbortSignal): Promise<ListRow[][]> {
  const lists: ListRow[][] = [];
  for (const day of days) {
    if (signal.aborted) break;
    lists.push([...((await run.client.list(day))?.rows ?? [])]);
  }
  return lists;
}

export function planOf(run: EdinetRun, lists: readonly (readonly ListRow[])[]): Plan {
  const filter: PlanFilter = {
    types: run.types,
    codes: run.codes,
    securityCodeOf: (code) => run.session.companies.find(code)?.securityCode,
  };
  return makePlan(lists, filter);
}

export function describePlan(plan: Plan, days: number): string[] {
  const megabytes = Math.ceil(estimateBytes(plan.documents) / 1e6);
  const byType = new Map<string, number>();
  for (const row of plan.documents) byType.set(typeOfRow(row), (byType.get(typeOfRow(row)) ?? 0) + 1);
  return [
    `${days} days, ${plan.rows} rows (${plan.repeated} repeated): ${plan.documents.length} documents, about ${megabytes} MB; ${plan.closed.length} closed.`,
    ...[...byType].sort((a, b) => b[1] - a[1]).map(([type, count]) => `  ${String(count).padStart(6)}  ${type}`),
  ];
}

export function itemsOf(run: EdinetRun, plan: Plan): IngestItem[] {
  const { session, client, extras } = run;
  // A correction has no type of its own.
  const typed = plan.documents.filter(({ docTypeCode }) => docTypeCode !== "360");
  const types = new Map(typed.map((row) => [row.docID, typeOfRow(row)]));
  const source: EdinetSource = {
    client,
    context: session.context,
    extras,
    typeOf: async (id) => types.get(id) ?? asType(await session.context.sink.typeOf(id)),
  };
  return [
    ...plan.documents.map((row) => documentItem(row, source)),
    ...plan.closed.map((id) => closingItem(id, session.context)),
  ];
}

function asType(text: string | undefined): DocumentType | undefined {
  return documentTypes.find((type) => type === text);
}
