"use client";

import { useRouter } from "next/navigation";
import { PaidAction } from "@/components/cost";
import { originalPrice } from "@/lib/contract/prices";

/** Buys the package that the figures are read from: an original like any other. */
export function BuyFigures(props: {
  readonly documentId: string;
  readonly originalId: string;
  readonly language: string;
  readonly words: { readonly verb: string; readonly busyVerb: string; readonly subject: string };
}) {
  const router = useRouter();
  return (
    <PaidAction
      action={{ kind: "original", document_id: props.documentId, original_id: props.originalId }}
      {...props.words}
      price={originalPrice}
      subjectLang={props.language}
      onBought={() => router.refresh()}
    />
  );
}
