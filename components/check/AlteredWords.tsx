import { useWords } from "@/lib/next/provider";
import { compareUnits } from "@/lib/text/redline/compare-units";
import { langOf } from "./draft-marks.ts";

/** A quotation beside what stands in the filing: what the draft has is struck, what is filed is inserted. */
export function AlteredWords({ draft, filed }: { readonly draft: string; readonly filed: string }) {
  const t = useWords("check");
  return (
    <p className="text-13/6" lang={langOf(filed)}>
      <span className="sr-only">{t("difference")} </span>
      {partsOf(draft, filed).map(({ kind, text }, at) => {
        if (kind === "same") return text;
        const Mark = kind === "deleted" ? "del" : "ins";
        return (
          <Mark
            className={
              kind === "deleted" ? "bg-sunk line-through" : "bg-ai-wash underline decoration-ai underline-offset-4"
            }
            key={at}
          >
            {text}
          </Mark>
        );
      })}
    </p>
  );
}

function partsOf(draft: string, filed: string) {
  const unit = (text: string) => ({ text, key: text, kind: "prose" as const });
  return compareUnits(unit(draft), unit(filed));
}
