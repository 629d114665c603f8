"use client";

import { useRouter } from "next/navigation";
import { PaidAction } from "@/components/cost";
import type { PriceRange } from "@/lib/contract/prices";

/** Buys the side that a redline lacks, and only it; or a notice, which holds both. */
export function BuySide(props: {
  readonly documentId: string;
  /** Null for the whole document. */
  readonly sectionId: string | null;
  readonly title: string;
  readonly lang: string;
  readonly price: PriceRange;
  readonly verb: string;
  readonly busyVerb: string;
}) {
  const router = useRouter();
  return (
    <PaidAction
      action={
        props.sectionId === null
          ? { kind: "content", document_id: props.documentId }
          : { kind: "sections", document_id: props.documentId, sections: [props.sectionId] }
      }
      verb={props.verb}
      busyVerb={props.busyVerb}
      price={props.price}
      subject={props.title}
      subjectLang={props.lang}
      onBought={() => router.refresh()}
    />
  );
}
