import { Link } from "@/components/ui/Link.tsx";
import type { DocumentId } from "@/lib/contract/ids";
import { getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";

/** In place of a file that its document no longer has. */
export async function MissingOriginal({ documentId }: { readonly documentId: DocumentId }) {
  const t = await getWords("originals");
  return (
    <main className="page" id="main">
      <div className="err">
        <h1>{t("goneTitle")}</h1>
        <p>{t("gone")}</p>
      </div>
      <p className="row-acts mt-4">
        <Link className="btn" href={routes.document(documentId)}>
          {t("openDocument")}
        </Link>
      </p>
    </main>
  );
}
