"use client";

import { useMemo, useRef } from "react";
import { AnswerHead, type CopyAddress, UnreadableAnswer, useTocSizes } from "@/components/answers";
import { useOwnedDocuments } from "@/components/cost";
import { useTrail } from "@/components/hits";
import { moveRow, useShortcut } from "@/components/keys";
import { jstDateTime } from "@/lib/contract/dates";
import { useWords } from "@/lib/next/provider";
import { queryString, routes } from "@/lib/routes";
import type { StoredAnswer } from "@/lib/spending/wire";
import { HitDocumentRow } from "./HitDocumentRow";
import { groupHits, hitAddress, readHits } from "./hits";
import { formToQuery, type SearchForm } from "./search-form";

interface Props {
  readonly answer: StoredAnswer;
  readonly form: SearchForm;
  readonly copyLink: CopyAddress;
}

/** An owned answer with its date: the passages found, grouped by document. */
export function Answer({ answer, form, copyLink }: Props) {
  const t = useWords("search");
  const hits = useMemo(() => readHits(answer.value), [answer.value]);
  const groups = useMemo(() => groupHits(hits ?? []), [hits]);
  const ids = useMemo(() => groups.map((group) => group.document.document_id), [groups]);
  const owned = new Map((useOwnedDocuments(ids).data ?? []).map((each) => [each.document_id, each]));
  // Owned documents need no price.
  const sizes = useTocSizes(ids.filter((id) => owned.get(id)?.whole !== true));
  const when = t("searchedAt", { time: jstDateTime(Date.parse(answer.stored_at)).slice(0, 16).replace("T", " ") });

  // Hits without a section lead to a document, where there is nothing to step to.
  const followed = useMemo(
    () => groups.flatMap((group) => group.hits.filter(({ section_id }) => section_id !== null)),
    [groups],
  );
  const resultsRef = useRef<HTMLDivElement>(null);
  const follow = useTrail(resultsRef, {
    address: routes.search(formToQuery(form)),
    query: form.query.trim(),
    hits: followed.map((hit) => ({
      href: hitAddress(hit),
      documentId: hit.document.document_id,
      sectionId: hit.section_id ?? "",
    })),
  });
  useShortcut("n", () => moveRow(1), t("keyNextHit"), { when: groups.length > 0 });
  useShortcut("p", () => moveRow(-1), t("keyPreviousHit"), { when: groups.length > 0 });

  if (hits === undefined) return <UnreadableAnswer answer={answer} />;
  return (
    <>
      <AnswerHead
        found={t("found", { n: hits.length, documents: groups.length })}
        behind={answer.search_behind === 0 ? undefined : t("behind", { n: answer.search_behind })}
        asked={when + t("chargedNote", { n: answer.credits })}
        search={{
          target: "documents",
          query: form.query.trim(),
          address_query: queryString(formToQuery(form)).toString(),
        }}
        copyLink={copyLink}
      />
      {hits.length === 0 ? (
        <div className="empty mt-4">
          <h2>{t("emptyTitle", { n: answer.credits })}</h2>
          <p>{t(form.match === "lexical" ? "emptyLexical" : "emptyEvidence")}</p>
        </div>
      ) : (
        <div ref={resultsRef} onClickCapture={follow}>
          {groups.map((group) => (
            <HitDocumentRow
              key={group.document.document_id}
              group={group}
              numberOf={(hit) => followed.indexOf(hit)}
              owned={owned.get(group.document.document_id)}
              sizes={sizes.get(group.document.document_id)}
            />
          ))}
        </div>
      )}
    </>
  );
}
