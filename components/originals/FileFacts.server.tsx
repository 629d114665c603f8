import { Link } from "@/components/ui/Link.tsx";
import { jstDateTime } from "@/lib/contract/dates";
import { getWords } from "@/lib/next/locale.server";
import type { ViewedOriginal } from "@/lib/reading/originals";
import { api, routes } from "@/lib/routes";
import { fileSize } from "@/lib/text/format/amounts";

/** Facts about a file: its kind and size, its document, and the other files of that document. */
export async function FileFacts(props: {
  readonly file: ViewedOriginal;
  readonly originalId: string;
  /** The XBRL package, which has a page of its figures. */
  readonly isPackage: boolean;
}) {
  const t = await getWords("originals");
  const { document, original, originals, storedAtMs: storedAt } = props.file;
  const others = originals.filter((each) => each.original_id !== props.originalId);
  const byteSize = original?.byte_size ?? null;
  return (
    <>
      <section className="min-w-0">
        <div className="sect-h">
          <h2>{t("file")}</h2>
        </div>
        <dl className="facts">
          <dt>{t("type")}</dt>
          <dd>{original?.media_type ?? props.originalId}</dd>
          <dt>{t("size")}</dt>
          <dd>{byteSize === null ? t("sizeUnknown") : fileSize(byteSize)}</dd>
          {storedAt === undefined ? null : (
            <>
              <dt>{t("fetched")}</dt>
              <dd>{jstDateTime(storedAt).slice(0, 16).replace("T", " ")}</dd>
            </>
          )}
        </dl>
        {props.isPackage ? (
          <p className="mt-3">
            <Link href={routes.figures(document.document_id)}>
              {t(storedAt === undefined ? "figuresToBuy" : "figuresOwned")}
            </Link>
          </p>
        ) : null}
        {storedAt === undefined ? null : (
          <>
            <p className="row-acts mt-4">
              <a className="btn" href={api.ownedOriginal(document.document_id, props.originalId)} download>
                {t("download")}
              </a>
            </p>
            <p className="after">{t("freeNote")}</p>
          </>
        )}
      </section>
      <section className="min-w-0">
        <div className="sect-h">
          <h2>{t("document")}</h2>
        </div>
        <p>
          <Link href={routes.document(document.document_id)} lang={document.language ?? "ja"}>
            {document.title ?? document.document_id}
          </Link>
          <br />
          <span className="text-muted" lang={document.language ?? "ja"}>
            {document.issuer_name}
          </span>{" "}
          <span className="text-muted">{document.security_code}</span>
        </p>
      </section>
      {others.length === 0 ? null : (
        <section className="min-w-0">
          <div className="sect-h">
            <h2>{t("others")}</h2>
          </div>
          <ul>
            {others.map((each) => (
              <li key={each.original_id}>
                <Link href={routes.original(document.document_id, each.original_id)}>
                  {each.file_name ?? each.original_id}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
