"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { OwnedSeal, PaidAction, useOwnedDocuments } from "@/components/cost";
import { ErrorInPlace } from "@/components/errors";
import { jstDateTime } from "@/lib/format/dates";
import { useWords } from "@/lib/i18n/provider";
import type { StoredAnswer } from "@/lib/purchases/wire";
import { ownedAnswerQuery } from "@/lib/queries/owned";
import { type TocSizes, tocSizesQuery } from "@/lib/queries/toc";
import { NewsItem } from "./NewsItem";
import { answerQuery, type NewsForm, newsQuestion, type NewsQuestion } from "./news-form";
import { readNewsAnswer, type Statement } from "./statements";

interface Props {
  readonly form: NewsForm;
  readonly question: NewsQuestion;
  readonly answer: StoredAnswer;
  readonly first: boolean;
}

/** One page of news as it was bought, with its date; beneath it the next one, owned or at its price. */
export function NewsBatch({ form, answer, first }: Props) {
  const t = useWords("news");
  const read = useMemo(() => readNewsAnswer(answer.value), [answer.value]);
  const ids = useMemo(
    () =>
      [
        ...new Set((read?.statements ?? []).flatMap((each) => each.references.flatMap((ref) => ref.document_id ?? []))),
      ].slice(0, 100),
    [read],
  );
  const owned = new Map((useOwnedDocuments(ids).data ?? []).map((each) => [each.document_id, each]));
  const sizes = useSizes(read?.statements ?? []);
  if (read === undefined) {
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
        <b>{t("list_statements", { n: read.statements.length })}</b>
        <span className="muted">
          {t("list_askedAt", {
            time: jstDateTime(Date.parse(answer.stored_at)).slice(0, 16).replace("T", " "),
            n: answer.credits,
          })}
        </span>
        <OwnedSeal />
      </div>
      {read.statements.length === 0 && first ? (
        <div className="empty">
          <h2>{t("list_emptyTitle", { n: answer.credits })}</h2>
          <p>{t("list_emptyWords")}</p>
        </div>
      ) : (
        read.statements.map((statement) => (
          <NewsItem key={statement.news_id} statement={statement} owned={owned} sizes={sizes} />
        ))
      )}
      {read.nextCursor === null ? null : <NextBatch form={form} cursor={read.nextCursor} />}
    </>
  );
}

/** Free requests count against the key's limits: exact prices for the first references, not for a hundred. */
const sizedMax = 8;

function useSizes(statements: readonly Statement[]): ReadonlyMap<string, TocSizes> {
  const cited = statements.flatMap((each) => each.references).filter((each) => each.section_id !== null);
  const wanted = [...new Set(cited.flatMap((each) => each.document_id ?? []))].slice(0, sizedMax);
  return useQueries({
    queries: wanted.map((id) => tocSizesQuery(id)),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }, index) => (data === undefined ? [] : [[wanted[index] ?? "", data] as const]))),
  });
}

const oneCredit = { min: 1, max: 1 };

function NextBatch({ form, cursor }: { form: NewsForm; cursor: string }) {
  const t = useWords("news");
  const question = useMemo(() => newsQuestion(form, cursor), [form, cursor]);
  const isQuestion = typeof question === "object";
  const lookup = useQuery({ ...ownedAnswerQuery(isQuestion ? answerQuery(question) : {}), enabled: isQuestion });
  if (!isQuestion || lookup.isPending) return null;
  if (lookup.data !== null && lookup.data !== undefined) {
    return <NewsBatch form={form} question={question} answer={lookup.data} first={false} />;
  }
  return (
    <div className="more-news">
      <PaidAction
        action={question}
        verb={t("list_next")}
        busyVerb={t("list_asking")}
        price={oneCredit}
        subject={t("list_subject")}
      />
      <span className="after">{t("list_nextNote")}</span>
    </div>
  );
}
