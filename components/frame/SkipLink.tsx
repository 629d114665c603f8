"use client";

import { useWords } from "@/lib/i18n/provider";

export function SkipLink() {
  const t = useWords("frame");
  return (
    <a className="skip" href="#main">
      {t("skip")}
    </a>
  );
}
