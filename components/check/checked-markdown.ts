import type { DraftBlock } from "@/lib/features/check/draft";
import type { FileComment } from "@/lib/features/check/files/comment";
import type { Checked } from "@/lib/next/queries/check";
import { between } from "@/lib/text/format/between";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Locale, Words } from "@/lib/text/i18n/words";
import { blockText, type NumberedClaim, numbered } from "./draft-marks.ts";

type CheckWords = Words<WordKey<"check">>;

/** What is said of a claim, in a line: the words of filings are of owned text alone. */
export function verdictWords(claim: NumberedClaim, t: CheckWords, locale: Locale): string {
  const { verdict, because, filed, place, words } = claim;
  return [
    t(`verdict_${verdict}`),
    because === null ? null : t(`because_${because}`).trim(),
    filed === null ? null : `${t("filed")} ${filed}`,
    place === null
      ? null
      : [place.document_id, place.title, place.page === null ? null : t("pageAt", { n: place.page })]
          .filter(Boolean)
          .join(" "),
    words === null || words === filed ? null : `“${words}”`,
  ]
    .filter((each) => each !== null)
    .join(between(locale))
    .replace(/\s+/gu, " ");
}

/** A comment for each claim, for the file that it stands in. */
export function commentsOf({ claims }: Checked, t: CheckWords, locale: Locale): FileComment[] {
  return numbered(claims).map((claim) => ({
    block_id: claim.block_id,
    cell: claim.cell,
    text: `${claim.number}. ${claim.text.slice(0, 200)}: ${verdictWords(claim, t, locale)}`.slice(0, 2_000),
  }));
}

/** The draft with numbers where its claims end, and the verdicts beneath as footnotes. */
export function checkedMarkdown({ draft, claims }: Checked, t: CheckWords, locale: Locale): string {
  const all = numbered(claims);
  const byBlock = Map.groupBy(all, ({ block_id }) => block_id);
  const blocks = draft.blocks.map((block) => blockText(marked(block, byBlock.get(block.id) ?? [])));
  const notes = all.map((claim) => `[^${claim.number}]: ${verdictWords(claim, t, locale)}`);
  return `${[...blocks, notes.join("\n")].join("\n\n")}\n`;
}

function marked(block: DraftBlock, claims: readonly NumberedClaim[]): DraftBlock {
  if (block.kind !== "table") return { ...block, text: withNotes(block.text, claims) };
  const rows = block.rows.map((cells, row) =>
    cells.map((cell, column) =>
      withNotes(
        cell,
        claims.filter((each) => each.cell?.row === row && each.cell.column === column),
      ),
    ),
  );
  return { ...block, rows };
}

function withNotes(text: string, claims: readonly NumberedClaim[]): string {
  let noted = text;
  for (const { end, number } of claims.toSorted((a, b) => b.end - a.end || b.number - a.number))
    noted = `${noted.slice(0, end)}[^${number}]${noted.slice(end)}`;
  return noted;
}
