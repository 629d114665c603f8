"use client";

import { useRouter } from "next/navigation";
import { PaidAction } from "@/components/cost";
import type { PriceRange } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";

/** Offers a new copy of a section, at its price, where the stored one can't be shown. */
export function FetchSectionAgain(props: {
  documentId: string;
  sectionId: string;
  title: string;
  language: string | null;
  price: PriceRange;
}) {
  const t = useWords("reader");
  const router = useRouter();
  return (
    <PaidAction
      action={{ kind: "sections", document_id: props.documentId, sections: [props.sectionId], epoch: "again" }}
      verb={t("fetchAgain")}
      busyVerb={t("readingSection")}
      price={props.price}
      subject={props.title}
      subjectLang={props.language ?? undefined}
      onBought={() => router.refresh()}
    />
  );
}
