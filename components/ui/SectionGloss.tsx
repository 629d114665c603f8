"use client";

import { useLocale } from "@/lib/next/provider";

interface Props {
  readonly title: string | null;
  /** Null where the service reports none. */
  readonly told: string | null;
  readonly className?: string;
}

/**
 * The English name that the service reports for a section, beside its filed title on an English page; elsewhere nothing.
 * Names that the forms prescribe stand on the cover alone: their table is too large for each page, and names that came
 * late would move the text.
 */
export function SectionGloss({ title, told, className = "block text-12/4.5 font-normal text-muted" }: Props) {
  const locale = useLocale();
  return locale !== "en" || told === null || told === title ? null : (
    <span className={className} lang="en">
      {told}
    </span>
  );
}
