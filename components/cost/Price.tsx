"use client";

import { useLocale, useWords } from "@/lib/i18n/provider";

interface PriceProps {
  readonly min: number;
  readonly max: number;
  /** A price that can't be paid now, drawn hollow. */
  readonly off?: boolean;
  /** Heard after the price and not seen. */
  readonly spoken?: string;
}

/** The lozenge with its number, `◆ 2` or `◆ 2–8`. */
export function Price({ min, max, off = false, spoken = "" }: PriceProps) {
  const words = useWords("cost");
  return (
    <span className={off ? "price off" : "price"}>
      {min === max ? min : `${min}–${max}`}
      <span className="vh">
        {" "}
        {words("creditsUnit", { n: max })}
        {spoken}
      </span>
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
