"use client";

import { useRouter } from "next/navigation";
import { PaidAction } from "@/components/cost";
import { originalPrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";

/** Buys the package that the figures are read from: an original like any other. */
export function BuyFigures(props: {
  readonly documentId: string;
  readonly originalId: string;
  readonly title: string;
  readonly language: string;
}) {
  const t = useWords("figures");
  const router = useRouter();
  return (
    <PaidAction
      action={{ kind: "original", document_id: props.documentId, original_id: props.originalId }}
      verb={t("buy")}
      busyVerb={t("buying")}
      price={originalPrice}
      subject={t("buySubject", { title: props.title })}
      subjectLang={props.language}
      onBought={() => router.refresh()}
    />
  );
}
