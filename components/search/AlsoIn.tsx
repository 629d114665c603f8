"use client";

import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { jstDate } from "@/lib/contract/dates";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import type { Locale } from "@/lib/text/i18n/words";
import type { Elsewhere } from "./hits";

/** Named by number, and opened into a list of links. */
export function AlsoIn({ places, language }: { readonly places: readonly Elsewhere[]; readonly language: string }) {
  const t = useWords("search");
  const locale = useLocale();
  if (places.length === 0) return null;
  return (
    <details className="col-span-full mt-1">
      <summary className="w-fit cursor-pointer">{t("alsoIn", { n: places.length })}</summary>
      <ul className="m-0 list-none p-0 pl-4" lang={language}>
        {places.map((place) => (
          <li key={`${place.document_id} ${place.section_id}`} className="py-0.5">
            <Link
              href={
                place.section_id === null
                  ? routes.document(place.document_id)
                  : routes.section(place.document_id, place.section_id)
              }
            >
              {nameOf(place, locale)}
            </Link>
            <IssuerGloss name={place.issuer_name_en} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function nameOf({ document_id, title, issuer_name, timeline_at }: Elsewhere, locale: Locale): string {
  const filed = timeline_at === null ? null : jstDate(Date.parse(timeline_at));
  const told = [issuer_name, title, filed].filter((each) => each !== null);
  return told.length === 0 ? document_id : told.join(between(locale));
}
