"use client";

import { RowChanges } from "@/components/changes-row";
import { Price } from "@/components/cost";
import { DocumentCost } from "@/components/documents";
import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { OwnedDocument } from "@/lib/spending/wire";
import { between } from "@/lib/text/format/between";
import { moment } from "@/lib/text/format/clock";
import { shortTime } from "@/lib/text/format/short-time";
import { typeName } from "@/lib/text/i18n/document-words";
import type { NewDocument } from "./by-day.ts";

interface Props {
  readonly shown: NewDocument;
  readonly owned: OwnedDocument | undefined;
}

/** When it was filed, what it is, why it is here and what it costs. */
export function NewRow({ shown: { document, kind, found }, owned }: Props) {
  const t = useWords("updates");
  const types = useWords("documents");
  const locale = useLocale();
  const lang = document.language ?? "ja";
  const { document_id: id, timeline_at: at } = document;
  const proofs = found.flatMap(({ update }) => update.proofs);
  const sections = found.flatMap(({ update }) => update.sections);
  return (
    <li className="filed" data-row>
      <time dateTime={at ?? undefined}>{shortTime(moment(at), moment(at)?.date ?? "", locale)}</time>
      <span>
        <Link className="text-ink hover:text-ai" href={routes.document(id)} lang={lang} data-row-link>
          {document.title ?? id}
        </Link>
        <span className="block text-12/4.5 text-muted">
          <span lang="ja">{document.issuer_name}</span> {document.security_code}
          {document.security_code === null && document.issuer_name === null ? null : between(locale)}
          <span className="inline-block">{typeName(document.document_type, types)}</span>
          <RowChanges document={document} />
        </span>
        {proofs.length > 0 ? (
          <span className="flex flex-wrap gap-x-3 text-12/ui text-muted">
            {t(kind === "document" ? "restates" : "yourProofs")}
            {proofs.map((proof) => (
              <Link className="max-w-60 truncate" key={proof.id} href={routes.receipt(proof.id)} lang="ja">
                {proof.quote}
              </Link>
            ))}
            {kind === "amendment" ? <Link href={routes.changes(id)}>{t("whatChanged")}</Link> : null}
          </span>
        ) : null}
        {sections.map(({ section_id, title, passages, price }) => (
          <span className="flex gap-2 text-12/ui text-muted" key={section_id}>
            <Link href={routes.section(id, section_id)} lang={lang}>
              {title ?? section_id}
            </Link>
            {t("passages", { n: passages })}
            <Price {...price} />
          </span>
        ))}
      </span>
      <span>
        {kind === "document" ? null : <b className="me-2 font-semibold text-ink">{t(`kind_${kind}`)}</b>}
        {found
          .filter(({ source }) => source.issuer === undefined)
          .map(({ source }) => (
            <span className="me-2" key={source.source}>
              {source.phrase === undefined ? source.name : t("words", { phrase: source.phrase })}
            </span>
          ))}
      </span>
      <span>
        <DocumentCost compact document={document} owned={owned} />
      </span>
    </li>
  );
}
