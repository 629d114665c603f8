"use client";

import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { type StatusFields, statusNotesOf } from "@/lib/text/format/standing";

/** With the way to the document that replaced it. */
export function StandingNotice({
  document,
  className = "mb-5",
}: {
  readonly document: StatusFields;
  readonly className?: string;
}) {
  const t = useWords("standing");
  const standing = statusNotesOf(document);
  if (standing.length === 0) return null;
  return (
    <div
      className={`border-s-3 border-amber ps-3 leading-5 [&_a]:underline [&_a]:underline-offset-3 ${className}`}
      role="note"
      aria-label={t("label")}
    >
      {standing.map(({ kind, documentId }) => (
        <p key={kind}>
          {kind === "amends" ? t(kind) : <b className="font-semibold">{t(kind)}</b>}{" "}
          {documentId === null || kind === "withdrawn" ? null : (
            <Link href={routes.document(documentId)}>{t(`${kind}Open`)}</Link>
          )}
        </p>
      ))}
    </div>
  );
}
