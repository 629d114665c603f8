"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { AnswerHead, type CopyAddress, UnreadableAnswer, useTocSizes } from "@/components/answers";
import { OwnedSeal, PaidAction, useOwnedDocuments } from "@/components/cost";
import { jstDateTime } from "@/lib/contract/dates";
import { newsListPrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { contentTiersQuery } from "@/lib/next/queries/content-tiers";
import { ownedAnswerQuery } from "@/lib/next/queries/owned";
import { queryString } from "@/lib/routes";
import type { StoredAnswer } from "@/lib/spending/wire";
import { NewsItem } from "./NewsItem";
import { answerQuery, type NewsForm, newsFormToQuery, newsQuestion } from "./news-form";
import { citedBy, readNewsAnswer } from "./statements";

interface Props {
  readonly form: NewsForm;
  readonly answer: StoredAnswer;
  /** Given for the first page of an answer, whose heading can save the search and copy its link. */
  readonly copyLink?: CopyAddress;
}

/** One owned page of news with the date it was bought; beneath it the next page, owned or with its price. */
export function NewsBatch({ form, answer, copyLink }: Props) {
  const t = useWords("news");
  const read = useMemo(() => readNewsAnswer(answer.value), [answer.value]);
  const { cited, priced } = useMemo(() => citedBy(read), [read]);
  const ids = [...new Set(cited.flatMap((each) => each.document_id ?? []))].slice(0, 100);
  const owned = new Map((useOwnedDocuments(ids).data ?? []).map((each) => [each.document_id, each]));
  const sizes = useTocSizes(priced);
  const { data: tiers } = useQuery(contentTiersQuery());
  if (read === undefined) return <UnreadableAnswer answer={answer} />;
  const found = t("list_statements", { n: read.statements.length });
  const asked = t("list_askedAt", {
    time: jstDateTime(Date.parse(answer.stored_at)).slice(0, 16).replace("T", " "),
    n: answer.credits,
  });
  return (
    <>
      {copyLink === undefined ? (
        <div className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-y border-t-rule border-b-line pt-1.75 pb-2 leading-5">
          <b>{found}</b>
          <span className="text-muted">{asked}</span>
          <OwnedSeal />
        </div>
      ) : (
        <AnswerHead
          found={found}
          asked={asked}
          behind={answer.search_behind === 0 ? undefined : t("list_behind", { n: answer.search_behind })}
          search={{
            target: "news",
            query: form.query.trim() || [t("list_subject"), ...form.codes, form.since].filter(Boolean).join(" "),
            address_query: queryString(newsFormToQuery(form)).toString(),
          }}
          copyLink={copyLink}
        />
      )}
      {read.statements.length === 0 && copyLink !== undefined ? (
        <div className="empty mt-4">
          <h2>{t("list_emptyTitle", { n: answer.credits })}</h2>
          <p>{t("list_emptyWords")}</p>
        </div>
      ) : (
        read.statements.map((statement) => (
          <NewsItem key={statement.news_id} statement={statement} owned={owned} sizes={sizes} tiers={tiers ?? []} />
        ))
      )}
      {read.nextCursor === null ? null : <NextBatch form={form} cursor={read.nextCursor} />}
    </>
  );
}

function NextBatch({ form, cursor }: { form: NewsForm; cursor: string }) {
  const t = useWords("news");
  const question = useMemo(() => newsQuestion(form, cursor), [form, cursor]);
  const isQuestion = typeof question === "object";
  const lookup = useQuery({ ...ownedAnswerQuery(isQuestion ? answerQuery(question) : {}), enabled: isQuestion });
  if (!isQuestion || lookup.isPending) return null;
  if (lookup.data !== null && lookup.data !== undefined) {
    return <NewsBatch form={form} answer={lookup.data} />;
  }
  return (
    <div className="grid justify-items-start gap-1 border-t border-rule py-4">
      <PaidAction
        action={question}
        verb={t("list_next")}
        busyVerb={t("list_asking")}
        price={newsListPrice}
        subject={t("list_subject")}
      />
      <span className="after max-w-[52em]">{t("list_nextNote", { n: newsListPrice.max })}</span>
    </div>
  );
}
