"use client";

import { useLocale, useWords } from "@/lib/next/provider";

interface PriceProps {
  readonly min: number;
  readonly max: number;
  /** A price that can't be paid now; its mark is drawn as an outline. */
  readonly off?: boolean;
  /** What was paid, where no click spends any more. */
  readonly spent?: boolean;
  /** Text for screen readers, read after the price. */
  readonly spoken?: string;
}

/** The price mark with its number, `◆ 2` or `◆ 2–8`. */
export function Price({ min, max, off = false, spent = false, spoken = "" }: PriceProps) {
  const words = useWords("cost");
  return (
    <span className={spent ? "price spent" : off ? "price off" : "price"}>
      {min === max ? min : `${min}–${max}`}
      <span className="sr-only">
        {" "}
        {words("creditsUnit", { n: max })}
        {spoken}
      </span>
    </span>
  );
}

/** In Japanese the mark 済 is enough; in English the word stands beside it where there is room. */
export function OwnedSeal({ compact = false }: { compact?: boolean }) {
  const words = useWords("cost");
  const locale = useLocale();
  const hidden = compact || locale === "ja";
  return <span className="seal">{hidden ? <span className="sr-only">{words("owned")}</span> : words("owned")}</span>;
}
