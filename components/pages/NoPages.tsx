import { Link } from "@/components/ui/Link.tsx";
import type { DocumentId } from "@/lib/contract/ids";
import { routes } from "@/lib/routes";
import type { Words } from "@/lib/text/i18n/words";

interface Props {
  readonly words: Words<"noneTitle" | "none" | "outTitle" | "out" | "openFirst" | "openDocument">;
  readonly documentId: DocumentId;
  /** How many pages there are: none, or fewer than were asked for. */
  readonly count: number;
}

/** In place of a page's image. */
export function NoPages({ words: t, documentId, count }: Props) {
  return (
    <main className="page" id="main">
      <div className="err">
        <h1>{t(count === 0 ? "noneTitle" : "outTitle")}</h1>
        <p>{count === 0 ? t("none", { n: 0 }) : t("out", { n: count })}</p>
      </div>
      <p className="row-acts mt-4">
        {count > 0 ? (
          <Link className="btn" href={routes.page(documentId, 1)}>
            {t("openFirst")}
          </Link>
        ) : null}
        <Link className="btn" href={routes.document(documentId)}>
          {t("openDocument")}
        </Link>
      </p>
    </main>
  );
}
