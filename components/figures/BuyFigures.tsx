"use client";

import { originalPrice } from "@/lib/contract/prices";
import { useRouter } from "next/navigation";
import { PaidAction } from "@/components/cost";
import { useWords } from "@/lib/i18n/provider";

/** Buys the package that the figures are read from: an original like any other. */
export function BuyFigures(props: {
  readonly documentId: string;
  readonly originalId: string;
  readonly title: string;
  readonly language: string;
  /** The stored package is damaged; a new copy is bought at the same price. */
  readonly again: boolean;
}) {
  const t = useWords("figures");
  const router = useRouter();
  const again = props.again ? ({ epoch: "again" } as const) : {};
  return (
    <PaidAction
      action={{ kind: "original", document_id: props.documentId, original_id: props.originalId, ...again }}
      verb={t("buy")}
      busyVerb={t("buying")}
      price={originalPrice}
      subject={t("buySubject", { title: props.title })}
      subjectLang={props.language}
      onBought={() => router.refresh()}
    />
  );
}
