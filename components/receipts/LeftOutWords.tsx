import { useWords } from "@/lib/next/provider";
import type { LeftOut } from "@/lib/text/quotes/left-out";

/** Said before a verdict: what the ellipses of a quote leave out; null where that is not known. */
export function LeftOutWords({ leftOut }: { readonly leftOut: readonly LeftOut[] | null }) {
  const t = useWords("receipts");
  if (leftOut?.length === 0) return null;
  return <span className="outcome unknown">{t(`leftOut_${leftOut === null ? "untold" : wordOf(leftOut)}`)}</span>;
}

function wordOf(leftOut: readonly LeftOut[]): LeftOut | "both" {
  return leftOut.length > 1 ? "both" : (leftOut[0] ?? "both");
}
