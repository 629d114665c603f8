"use client";

import { useRouter } from "next/navigation";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { forgetReadingPlace } from "@/lib/next/queries/reading-places";
import { routes } from "@/lib/routes";
import type { ReadingRow } from "@/lib/store/reading";

export function ContinueReading({ places }: { readonly places: readonly ReadingRow[] }) {
  const t = useWords("desk");
  const router = useRouter();
  const forget = async (documentId: string) => {
    await forgetReadingPlace(documentId);
    router.refresh();
  };
  if (places.length === 0) return <p className="text-12/ui text-muted">{t("nothingRead")}</p>;
  return (
    <ul className="rows">
      {places.map((place) => {
        const percent = Math.round(place.fraction * 100);
        const title = [place.issuer_name, place.title].filter((part) => part !== null).join(" ") || place.document_id;
        return (
          <li className="group relative" key={place.document_id} data-row>
            <span>
              <Link href={hrefOf(place)} lang="ja">
                {title}
              </Link>
              <br />
              <span className="text-muted text-12/ui" lang={place.place === null ? undefined : "ja"}>
                {place.place ?? (place.page_number === null ? "" : t("pageNumber", { page: place.page_number }))}
              </span>
              <span className="mt-1.75 block h-0.5 bg-line" role="img" aria-label={t("read", { percent })}>
                <i className="block h-full bg-ink" style={{ width: `${percent}%` }} />
              </span>
            </span>
            <button
              className="link text-12/ui absolute top-2 right-0 bg-paper ps-2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
              type="button"
              aria-label={t("forgetPlace", { title })}
              onClick={() => void forget(place.document_id)}
            >
              {t("forget")}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function hrefOf(place: ReadingRow) {
  if (place.section_id !== null) return routes.section(place.document_id, place.section_id);
  if (place.page_number !== null) return routes.page(place.document_id, place.page_number);
  return routes.document(place.document_id);
}
