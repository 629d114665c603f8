"use client";

import { useRouter } from "next/navigation";
import { PaidAction } from "@/components/cost";
import { originalPrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";

export function BuyOriginal(props: {
  documentId: string;
  originalId: string;
  subject: string;
  language: string;
  /** The stored file is damaged; a new copy is bought at the same price. */
  again: boolean;
}) {
  const t = useWords("originals");
  const router = useRouter();
  const again = props.again ? ({ epoch: "again" } as const) : {};
  return (
    <PaidAction
      action={{ kind: "original", document_id: props.documentId, original_id: props.originalId, ...again }}
      verb={t(props.again ? "buyAgain" : "buy")}
      busyVerb={t("buying")}
      price={originalPrice}
      subject={props.subject}
      subjectLang={props.language}
      onBought={() => router.refresh()}
    />
  );
}
