"use client";

import { useRouter } from "next/navigation";
import { PaidAction, useOwnedDocument } from "@/components/cost";
import { contentPrice, type Tier } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";

interface Props {
  readonly documentId: string;
  readonly title: string;
  readonly lang: string;
  readonly tiers: readonly Tier[];
  readonly characters: number | null;
  readonly firstSection: string | undefined;
  /** The filing lacks parts: then nothing of it is the whole. */
  readonly isIncomplete: boolean;
}

/** Buys all of the text in one request, or opens it where it is owned. */
export function WholeDocument(props: Props) {
  const { documentId, title, lang, tiers, characters, firstSection, isIncomplete } = props;
  const t = useWords("document");
  const router = useRouter();
  const isOwned = useOwnedDocument(documentId).data?.whole ?? false;
  const href = firstSection === undefined ? undefined : routes.section(documentId, firstSection);
  return (
    <section className="print:hidden" aria-labelledby="whole-head">
      <div className="sect-h">
        <h2 id="whole-head">{t(isIncomplete ? "allThere" : "whole")}</h2>
        {characters === null ? null : <span className="end">{t("chars", { n: characters })}</span>}
      </div>
      <div className="mt-2">
        <PaidAction
          action={{ kind: "content", document_id: documentId }}
          verb={t(isIncomplete ? "readAllThere" : "readDocument")}
          price={contentPrice(tiers, characters)}
          subject={title}
          subjectLang={lang}
          owned={isOwned}
          href={href}
          onBought={() => (href === undefined ? undefined : router.push(href))}
        />
      </div>
    </section>
  );
}
