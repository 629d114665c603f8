import type { DocumentSummary } from "@/lib/contract/resources";
import { pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import type { ChangedSection } from "@/lib/text/changes/change-map";
import { ChangeRows } from "./ChangeRows.tsx";
import { changeRows } from "./change-rows.ts";

/** One row for each section of both documents; each leads to what became of it, word by word. */
export async function ChangeTable(props: {
  readonly document: Pick<DocumentSummary, "document_id" | "language">;
  readonly sections: readonly ChangedSection[];
  /** The section that is shown beside. */
  readonly current?: string | undefined;
  /** With `j` and `k`. */
  readonly isNavigable?: boolean;
}) {
  const { document, sections, current, isNavigable = false } = props;
  return (
    <WordsProvider {...(await pickMessages("changeTable"))}>
      <ChangeRows
        documentId={document.document_id}
        lang={document.language ?? "ja"}
        rows={changeRows(sections)}
        current={current}
        isNavigable={isNavigable}
      />
    </WordsProvider>
  );
}
