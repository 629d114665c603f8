"use client";

import { useLocale, useWords } from "@/lib/i18n/provider";

/** The lozenge with its number, `◆ 2` or `◆ 2–8`. `off`: a price that can't be paid now, drawn hollow. */
export function Price({ min, max, off = false }: { min: number; max: number; off?: boolean }) {
  const words = useWords("cost");
  return (
    <span className={off ? "price off" : "price"}>
      {min === max ? min : `${min}–${max}`}
      <span className="vh"> {words("creditsUnit", { n: max })}</span>
    </span>
  );
}

/** 済: owned. The word stands beside it in English where there is room, the seal alone in Japanese. */
export function OwnedSeal({ compact = false }: { compact?: boolean }) {
  const words = useWords("cost");
  const locale = useLocale();
  const hidden = compact || locale === "ja";
  return <span className="seal">{hidden ? <span className="vh">{words("owned")}</span> : words("owned")}</span>;
}
