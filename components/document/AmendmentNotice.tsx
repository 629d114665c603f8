import Link from "next/link";
import { moment } from "@/lib/format/clock";
import { getWords } from "@/lib/i18n/locale.server";
import { routes } from "@/lib/routes";
import type { Cover } from "@/lib/documents/cover";

/** Says above the text that a document was amended, or amends another. */
export async function AmendmentNotice({ cover }: { readonly cover: Cover }) {
  const t = await getWords("document");
  const { document, amendedBy, amends } = cover;
  const later = document.amended_by_document_id;
  const earlier = document.amends_document_id;
  if (later === null && earlier === null) return null;
  const day = moment(amendedBy?.timeline_at ?? null)?.date;
  return (
    <div className="amended">
      {later === null ? null : (
        <p>
          <b>{t("bannerAmended")}</b> <span className="muted">{day}</span>{" "}
          <Link href={routes.document(later)} prefetch={false}>
            {t("bannerOpen")}
          </Link>
        </p>
      )}
      {earlier === null ? null : (
        <p>
          <b>{t("bannerAmends")}</b>{" "}
          <Link href={routes.document(earlier)} prefetch={false}>
            {t("bannerOpenOriginal")}
          </Link>{" "}
          <span className="muted" lang={amends?.language ?? "ja"}>
            {amends?.title}
          </span>
        </p>
      )}
    </div>
  );
}
