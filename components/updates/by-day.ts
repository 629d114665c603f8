import { moment } from "@/lib/text/format/clock";
import type { NamedDocument, NamedSource } from "./named-source.ts";

/** One new document, and all that is followed by which it was found. */
export interface NewDocument extends Pick<NamedDocument, "document" | "kind"> {
  readonly found: readonly { readonly source: NamedSource; readonly update: NamedDocument }[];
}

/** The newest day first. What several sources found is one row. */
export function byDay(sources: readonly NamedSource[]): (readonly [date: string, documents: readonly NewDocument[]])[] {
  const found = sources.flatMap((source) => source.documents.map((update) => ({ source, update })));
  const documents = [
    ...Map.groupBy(found, ({ update: { document, kind } }) => `${kind} ${document.document_id}`).values(),
  ].flatMap((same) => same.slice(0, 1).map(({ update: { document, kind } }) => ({ document, kind, found: same })));
  const timeOf = ({ document }: NewDocument) => document.timeline_at ?? "";
  return [
    ...Map.groupBy(
      documents.sort((a, b) => timeOf(b).localeCompare(timeOf(a))),
      ({ document }) => moment(document.timeline_at)?.date ?? "",
    ),
  ];
}
