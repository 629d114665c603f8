import { type Html, html } from "@/lib/format/html";
import { type StatusFields, type StatusNote, statusNotesOf } from "@/lib/format/standing";
import type { WordKey } from "@/lib/i18n/namespaces";
import type { Locale, Words } from "@/lib/i18n/words";
import { routes } from "@/lib/routes";

/** `<StandingMarks>` for rows that are made as HTML, with something after them. */
export function standingHtml(
  document: StatusFields,
  words: { readonly standing: Words<WordKey<"standing">>; readonly locale: Locale },
  without: readonly StatusNote["kind"][],
): readonly Html[] {
  const { standing: t, locale } = words;
  const between = locale === "ja" ? "・" : " · ";
  return statusNotesOf(document)
    .filter(({ kind }) => !without.includes(kind))
    .map(({ kind, documentId }) =>
      documentId === null
        ? html`${t(`${kind}Short`)}${between}`
        : html`<a data-soft="" class="text-ink hover:text-ai" title="${t(kind)}" href="${routes.document(documentId)}">${t(`${kind}Short`)}</a>${between}`,
    );
}
