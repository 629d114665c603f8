"use client";

import { useOwnedDocuments } from "@/components/cost";
import { DocumentCost } from "@/components/documents";
import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { moment } from "@/lib/format/clock";
import type { ListedDocument } from "@/lib/format/free-lists";
import { shortTime } from "@/lib/format/short-time";
import { typeName } from "@/lib/i18n/document-words";
import { useWords } from "@/lib/i18n/provider";
import { routes } from "@/lib/routes";

interface Props {
  readonly documents: readonly ListedDocument[];
  readonly today: string;
}

/** The latest documents of the whole market. */
export function Latest({ documents, today }: Props) {
  const t = useWords("desk");
  const types = useWords("documents");
  const owned = useOwnedDocuments(documents.map((each) => each.document_id));
  const ownedById = new Map(owned.data?.map((each) => [each.document_id, each]));
  if (documents.length === 0) {
    return (
      <div className="empty border-0 pt-1">
        <h3>{t("nothingLatest")}</h3>
        <p>{t("nothingLatestText")}</p>
      </div>
    );
  }
  return (
    <ol className="rows">
      {documents.map((document) => (
        <li className="grid-cols-[40px_minmax(0,1fr)_auto]" key={document.document_id} data-row>
          <time className="text-muted" dateTime={document.timeline_at ?? undefined}>
            {shortTime(moment(document.timeline_at), today)}
          </time>
          <span>
            <Link
              className="text-ink hover:text-ai"
              href={routes.document(document.document_id)}
              lang={document.language ?? "ja"}
            >
              {document.title ?? document.document_id}
            </Link>
            <span className="text-12 text-muted">
              <br />
              {document.security_code} <span lang="ja">{document.issuer_name}</span>
              {document.security_code === null && document.issuer_name === null ? null : " · "}
              {typeName(document.document_type, types)}
              <span className="block">
                <IssuerGloss name={document.issuer_name_en} />
              </span>
            </span>
          </span>
          <span>
            <DocumentCost compact document={document} owned={ownedById.get(document.document_id)} />
          </span>
        </li>
      ))}
    </ol>
  );
}
