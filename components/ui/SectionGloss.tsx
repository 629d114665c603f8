"use client";

import { headingGloss } from "@/lib/format/heading-names";
import { useLocale } from "@/lib/i18n/provider";

interface Props {
  readonly title: string | null;
  /** The English name that the service tells. */
  readonly told: string | null;
  readonly className?: string;
}

/** The English name of a section, beside its filed title on an English page; elsewhere nothing. */
export function SectionGloss({ title, told, className = "block text-12/4.5 font-normal text-muted" }: Props) {
  const locale = useLocale();
  const name = locale === "en" && title !== null ? headingGloss(title, told) : undefined;
  return name === undefined ? null : (
    <span className={className} lang="en">
      {name}
    </span>
  );
}
