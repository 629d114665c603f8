import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";
import { familyName } from "@/lib/text/i18n/document-words";

/** The breadcrumbs of a document: issuer, family, id. */
export async function Crumbs({ document }: { readonly document: DocumentSummary }) {
  const t = await getWords("documents");
  const reader = await getWords("reader");
  const code = document.security_code;
  return (
    <ol className="crumbs">
      {code === null && document.issuer_name === null ? null : (
        <li>
          {code === null ? (
            <span lang="ja">{document.issuer_name}</span>
          ) : (
            <>
              <Link href={routes.issuer(code)} lang="ja">
                {document.issuer_name ?? code}
              </Link>{" "}
              {document.issuer_name === null ? null : code}
              <IssuerGloss name={document.issuer_name_en} />
            </>
          )}
        </li>
      )}
      {document.document_family === null ? null : <li>{familyName(document.document_family, t)}</li>}
      <li>{document.document_id}</li>
      {document.other_language_document_id == null ? null : (
        <li>
          <Link href={routes.document(document.other_language_document_id)} data-other-language>
            {reader(document.language === "en" ? "inJapanese" : "inEnglish")}
          </Link>
        </li>
      )}
    </ol>
  );
}
