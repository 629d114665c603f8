import { nfkc } from "../format/nfkc.ts";
import type { Change, Redline } from "./change.ts";

/**
 * Without what changes no meaning: width, spaces, punctuation, and passages that only moved. All words and all signs
 * of numbers count.
 */
export function withoutSmallChanges(redline: Redline): Redline {
  return redline.flatMap((change): readonly Change[] => {
    if (change.move !== undefined) return change.kind === "deleted" ? [] : [unchanged(change)];
    const isSmall =
      change.kind === "changed" && folded(textOf(change, "deleted")) === folded(textOf(change, "inserted"));
    return [isSmall ? unchanged(change) : change];
  });
}

function unchanged(change: Change): Change {
  return { kind: "same", unit: change.unit, parts: [{ kind: "same", text: textOf(change, "inserted") }] };
}

function textOf({ parts }: Change, side: "deleted" | "inserted"): string {
  return parts
    .filter(({ kind }) => kind === "same" || kind === side)
    .map(({ text }) => text)
    .join("");
}

/** Commas and points between digits belong to the number. */
function folded(text: string): string {
  return nfkc(text).replace(/(?<!\d)[,.]|[,.](?!\d)|[\s、。・]/gu, "");
}
