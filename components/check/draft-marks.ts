import type { CheckedClaim, VerdictGroup } from "@/lib/features/check/check-draft";
import type { Draft, DraftBlock } from "@/lib/features/check/draft";
import type { VerdictKind } from "@/lib/features/check/claims";

export const groups: Readonly<Record<VerdictKind, VerdictGroup>> = {
  found: "agrees",
  rounded: "agrees",
  other_year: "differs",
  other_scale: "differs",
  other_scope: "differs",
  other_sign: "differs",
  neighbour: "differs",
  forecast: "differs",
  superseded: "differs",
  altered_words: "differs",
  not_in_it: "undecided",
  not_checked: "undecided",
};

/** A claim with its number in the draft, from 1. */
export interface NumberedClaim extends CheckedClaim {
  readonly number: number;
  readonly group: VerdictGroup;
}

export function numbered(claims: readonly CheckedClaim[]): readonly NumberedClaim[] {
  return claims.map((claim, at) => ({ ...claim, number: at + 1, group: groups[claim.verdict] }));
}

export interface Run {
  readonly at: number;
  readonly text: string;
  /** Those that end here: a figure within a quotation is marked with it. */
  readonly claims: readonly NumberedClaim[];
}

/** A text cut where the marks begin and end. Claims that overlap are one mark with the numbers of all. */
export function runsOf(text: string, claims: readonly NumberedClaim[]): readonly Run[] {
  const runs: Run[] = [];
  let end = 0;
  const plain = (to: number) => {
    if (to > end) runs.push({ at: end, text: text.slice(end, to), claims: [] });
  };
  for (const claim of [...claims].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = runs.at(-1);
    if (last !== undefined && claim.start < end) {
      const to = Math.max(end, claim.end);
      runs[runs.length - 1] = { at: last.at, text: text.slice(last.at, to), claims: [...last.claims, claim] };
      end = to;
      continue;
    }
    plain(claim.start);
    runs.push({ at: claim.start, text: text.slice(claim.start, claim.end), claims: [claim] });
    end = claim.end;
  }
  plain(text.length);
  return runs;
}

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

export function langOf(text: string): "ja" | "en" {
  return japanese.test(text) ? "ja" : "en";
}

/** A stored draft as text, to be edited. */
export function textOf({ blocks }: Draft): string {
  return blocks.map(blockText).join("\n\n");
}

/** As Markdown writes it. */
export function blockText(block: DraftBlock): string {
  if (block.kind === "table") return tableText(block.rows);
  if (block.kind === "quotation") return block.text.replace(/^/gmu, "> ");
  return block.kind === "heading" ? `# ${block.text}` : block.kind === "item" ? `- ${block.text}` : block.text;
}

function tableText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`,
  );
  const [head = "", ...rest] = lines;
  return [head, `|${" --- |".repeat(rows[0]?.length ?? 1)}`, ...rest].join("\n");
}
