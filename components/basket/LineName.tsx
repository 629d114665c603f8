"use client";

import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { LineName as Name, SinglePurchase } from "@/lib/spending/wire";
import { questionOf, whatOf } from "./line-words.ts";

export function LineName({ action, name }: { readonly action: SinglePurchase; readonly name: Name }) {
  const t = useWords("basket");
  const lang = name.language ?? "ja";
  if (!("document_id" in action)) {
    return (
      <span className="two">
        <b lang="ja">{questionOf(action) ?? whatOf(action, t)}</b>
        <span>{whatOf(action, t)}</span>
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
        {whatOf(action, t)}
      </span>
    </span>
  );
}
