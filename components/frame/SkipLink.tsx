"use client";

import { useWords } from "@/lib/next/provider";

export function SkipLink() {
  const t = useWords("frame");
  return (
    <a className="absolute top-2 -left-[999px] z-9 bg-surface px-3 py-2 focus:left-2" href="#main">
      {t("skip")}
    </a>
  );
}
