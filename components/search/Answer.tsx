"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { OwnedSeal, useOwnedDocuments } from "@/components/cost";
import { ErrorInPlace } from "@/components/errors";
import { jstDateTime } from "@/lib/format/dates";
import { useWords } from "@/lib/i18n/provider";
import type { OwnedDocument, StoredAnswer } from "@/lib/purchases/wire";
import { type TocSizes, tocSizesQuery } from "@/lib/queries/toc";
import { groupHits, type HitGroup, readHits } from "./hits";
import { HitDocumentRow } from "./HitDocumentRow";
import { SaveSearch } from "./SaveSearch";
import type { SearchForm } from "./search-form";

interface Props {
  readonly answer: StoredAnswer;
  readonly form: SearchForm;
  readonly copyLink: { readonly copied: boolean; readonly copy: () => void };
}

/** An owned answer with its date: what was found, grouped by document. */
export function Answer({ answer, form, copyLink }: Props) {
  const t = useWords("search");
  const hits = useMemo(() => readHits(answer.value), [answer.value]);
  const groups = useMemo(() => groupHits(hits ?? []), [hits]);
  const ids = useMemo(() => groups.map((group) => group.document.document_id), [groups]);
  const owned = new Map((useOwnedDocuments(ids).data ?? []).map((each) => [each.document_id, each]));
  const sizes = useSizes(groups, owned);
  const when = t("searchedAt", { time: jstDateTime(Date.parse(answer.stored_at)).slice(0, 16).replace("T", " ") });

  if (hits === undefined) {
    return (
      <ErrorInPlace
        heading="h2"
        problem={{
          status: 502,
          code: "unreadable_answer",
          detail: answer.unreadable ?? "",
          instance: null,
          retry_after_seconds: null,
        }}
      />
    );
  }
  return (
    <>
      <div className="answer">
        <b>{t("found", { n: hits.length, documents: groups.length })}</b>
        <span className="muted">
          {when}
          {t("chargedNote", { n: answer.credits })}
        </span>
        <OwnedSeal />
        <span className="end small">
          <SaveSearch form={form} />
          <button className="link" type="button" onClick={copyLink.copy}>
            {t(copyLink.copied ? "copied" : "copyLink")}
          </button>{" "}
          <kbd>c</kbd>
        </span>
      </div>
      {hits.length === 0 ? (
        <div className="empty">
          <h2>{t("emptyTitle", { n: answer.credits })}</h2>
          <p>{t(form.match === "lexical" ? "emptyLexical" : "emptyEvidence")}</p>
        </div>
      ) : (
        groups.map((group) => (
          <HitDocumentRow
            key={group.document.document_id}
            group={group}
            owned={owned.get(group.document.document_id)}
            sizes={sizes.get(group.document.document_id)}
          />
        ))
      )}
    </>
  );
}

/** Free requests count against the key's limits: exact prices for the first documents are worth them, not for fifty. */
const sizedMax = 12;

/** Sizes of the sections, so that each hit shows its exact price; owned documents need none. */
function useSizes(
  groups: readonly HitGroup[],
  owned: ReadonlyMap<string, OwnedDocument>,
): ReadonlyMap<string, TocSizes> {
  const wanted = groups
    .map((group) => group.document.document_id)
    .filter((id) => owned.get(id)?.whole !== true)
    .slice(0, sizedMax);
  return useQueries({
    queries: wanted.map((id) => tocSizesQuery(id)),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }, index) => (data === undefined ? [] : [[wanted[index] ?? "", data] as const]))),
  });
}
