"use client";

import { useWords } from "@/lib/next/provider";
import { stripLook } from "./strip-look.ts";

/** Says that lists lack older documents for another minute. */
export function SampleLoading() {
  const t = useWords("frame");
  return (
    <div className={stripLook()} data-strip="warning" role="status">
      <b>{t("sampleLoading")}</b>
      <span className="text-muted">{t("sampleLoadingNote")}</span>
    </div>
  );
}
