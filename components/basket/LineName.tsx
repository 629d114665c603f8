"use client";

import { lineWords, questionOf } from "@/components/cost";
import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { LineName as Name, SinglePurchase } from "@/lib/spending/wire";

interface Props {
  readonly action: SinglePurchase;
  readonly name: Name;
}

/** A document's title and its issuer, or the words of a question. */
export function DocumentName({ action, name }: Props) {
  const words = useWords("cost");
  const lang = name.language ?? "ja";
  if (!("document_id" in action)) return <span lang="ja">{questionOf(action) ?? lineWords(action, words)}</span>;
  return (
    <>
      <Link className="text-ink hover:text-ai" href={routes.document(action.document_id)} lang={lang}>
        {name.document_title ?? action.document_id}
      </Link>
      {name.issuer_name === null ? null : (
        <span className="ms-2 text-12/5 font-normal text-muted">
          <bdi lang={lang}>{name.issuer_name}</bdi>
          <IssuerGloss name={name.issuer_name_en} />
        </span>
      )}
    </>
  );
}

/** The document and what of it, where lines of several documents stand one after the other. */
export function LineName({ action, name }: Props) {
  const words = useWords("cost");
  return (
    <span className="block">
      <DocumentName action={action} name={name} />
      <span className="block text-12/4.5 text-muted">{lineWords(action, words)}</span>
    </span>
  );
}
