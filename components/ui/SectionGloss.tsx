"use client";

import { useLocale } from "@/lib/i18n/provider";
import { useDeferredCode } from "./use-deferred-code.ts";

/** The names of the forms are many, and needed only where the service reports none. */
const loadNames = () => import("@/lib/format/heading-names");

interface Props {
  readonly title: string | null;
  /** The English name that the service tells. */
  readonly told: string | null;
  readonly className?: string;
}

/** The English name of a section, beside its filed title on an English page; elsewhere nothing. */
export function SectionGloss({ title, told, className = "block text-12/4.5 font-normal text-muted" }: Props) {
  const locale = useLocale();
  const english = locale === "en" && title !== null;
  const names = useDeferredCode(loadNames, english && told === null);
  const name = told ?? (english ? names?.headingName(title) : undefined);
  return !english || name === undefined || name === title ? null : (
    <span className={className} lang="en">
      {name}
    </span>
  );
}
