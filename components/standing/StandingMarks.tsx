"use client";

import { Fragment } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { type StatusFields, type StatusNote, statusNotesOf } from "@/lib/text/format/standing";

interface Props {
  readonly document: StatusFields;
  /** Shown by the row in another way. */
  readonly without?: readonly StatusNote["kind"][];
  /** False where nothing follows in the line. */
  readonly separated?: boolean;
}

/** In a row of a list: the same as the notice in a word each, which leads to what replaced the document. */
export function StandingMarks({ document, without = [], separated = true }: Props) {
  const t = useWords("standing");
  const locale = useLocale();
  const shown = statusNotesOf(document).filter(({ kind }) => !without.includes(kind));
  return shown.map(({ kind, documentId }, index) => (
    <Fragment key={kind}>
      {documentId === null ? (
        t(`${kind}Short`)
      ) : (
        <Link className="text-ink hover:text-ai" href={routes.document(documentId)} title={t(kind)}>
          {t(`${kind}Short`)}
        </Link>
      )}
      {separated || index < shown.length - 1 ? between(locale) : null}
    </Fragment>
  ));
}
