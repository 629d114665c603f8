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
  return (
    <ul className="rows">
      {places.map((place) => {
        const percent = Math.round(place.fraction * 100);
        const title = [place.issuer_name, place.title].filter((part) => part !== null).join(" ") || place.document_id;
        return (
          <li className="group grid-cols-[minmax(0,1fr)_auto]" key={place.document_id} data-row>
            <span>
              <Link href={hrefOf(place)} lang="ja">
                {title}
              </Link>
              <br />
              <span className="text-muted text-12/ui" lang={place.place === null ? undefined : "ja"}>
                {place.place ?? (place.page_number === null ? "" : t("pageNumber", { page: place.page_number }))}
              </span>
            </span>
            <button
              className="link forget"
              type="button"
              aria-label={t("forgetPlace", { title })}
              onClick={() => void forget(place.document_id)}
            >
              {t("forget")}
            </button>
            <span className="col-span-full mt-1.75 block h-0.5 bg-line" role="img" aria-label={t("read", { percent })}>
              <i className="block h-full bg-ink" style={{ width: `${percent}%` }} />
            </span>
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
