import { useWords } from "@/lib/next/provider";

/** A button's word, or that it is done. Both take their room, so that the buttons beside it don't move. */
export function CopiedSlot({ word, copied }: { readonly word: string; readonly copied: boolean }) {
  const t = useWords("reader");
  return (
    <span className="inline-grid *:col-start-1 *:row-start-1">
      <span className={copied ? "invisible" : undefined}>{word}</span>
      <span className={copied ? "text-matsu" : "invisible"}>{t("copied")}</span>
    </span>
  );
}
