"use client";

import { lineWords, questionOf } from "@/components/cost";
import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { LineName as Name, SinglePurchase } from "@/lib/spending/wire";

export function LineName({ action, name }: { readonly action: SinglePurchase; readonly name: Name }) {
  const words = useWords("cost");
  const lang = name.language ?? "ja";
  if (!("document_id" in action)) {
    return (
      <span className="two">
        <b lang="ja">{questionOf(action) ?? lineWords(action, words)}</b>
        <span>{lineWords(action, words)}</span>
      </span>
    );
  }
  return (
    <span className="two">
      <Link href={routes.document(action.document_id)} lang={lang}>
        {name.document_title ?? action.document_id}
      </Link>
      <span>
        {name.issuer_name === null ? null : (
          <>
            <bdi lang={lang}>{name.issuer_name}</bdi>
            <IssuerGloss name={name.issuer_name_en} />
            {" · "}
          </>
        )}
        {lineWords(action, words)}
      </span>
    </span>
  );
}
