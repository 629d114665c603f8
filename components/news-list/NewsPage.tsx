"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { PaidAction } from "@/components/cost";
import { useShortcut } from "@/components/keys";
import { QueryAdvice, useQueryFault } from "@/components/query-advice";
import { DayRange } from "@/components/ui/DayRange";
import { ReadTabs } from "@/components/ui/PlaceTabs.tsx";
import { useCopyAddress } from "@/components/ui/use-copy-address";
import { newsListPrice, searchPrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { ownedAnswerQuery } from "@/lib/next/queries/owned";
import { routes } from "@/lib/routes";
import { readCodes } from "@/lib/text/format/code-list";
import { NewsBatch } from "./NewsBatch";
import { answerQuery, type NewsForm, newsFormToQuery, newsQuestion } from "./news-form";

/**
 * The news page: a list costs one credit a page, a search one credit. Owned answers are shown with their date, free;
 * where there is none, the overview tells what is owned of the news.
 */
export function NewsPage({ initial, overview }: { readonly initial: NewsForm; readonly overview: ReactNode }) {
  const t = useWords("news");
  const words = useWords("query");
  const [form, setForm] = useState(initial);
  const settled = useSettled(form);
  const button = useRef<HTMLSpanElement>(null);
  useFormAddress(settled);

  const question = useMemo(() => newsQuestion(form), [form]);
  const asked = useMemo(() => newsQuestion(settled), [settled]);
  const isAsked = typeof asked === "object";
  const lookup = useQuery({ ...ownedAnswerQuery(isAsked ? answerQuery(asked) : {}), enabled: isAsked });
  const answer = isAsked && form === settled ? (lookup.data ?? null) : null;
  const { copied, copy } = useCopyAddress();
  const copyLink = { copied, copy: () => copy(routes.newsList(newsFormToQuery(form))) };
  useShortcut("c", copyLink.copy, t("list_keyCopyLink"));
  const searching = form.query.trim() !== "";
  const fault = useQueryFault(searching ? form : undefined);
  const set = (change: Partial<NewsForm>) => setForm((known) => ({ ...known, ...change }));
  const price = searching ? searchPrice : newsListPrice;
  const verb = searching
    ? t(answer === null ? "list_search" : "list_searchAgain")
    : t(answer === null ? "list_list" : "list_listAgain");

  return (
    <main className="page" id="main">
      <div className="dateline">
        <h1 className="h-page">{t("list_title")}</h1>
      </div>
      <ReadTabs here="news" />
      <form
        className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-2 max-md:grid-cols-[1fr] mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          button.current?.querySelector("button")?.focus();
        }}
      >
        <label className="sr-only" htmlFor="news-query">
          {t("list_query")}
        </label>
        <input
          className="input h-10 px-3 text-16"
          id="news-query"
          lang="ja"
          value={form.query}
          maxLength={1000}
          autoComplete="off"
          placeholder={t("list_placeholder")}
          onChange={(event) => set({ query: event.target.value })}
        />
        <span
          className="seg min-h-10 *:min-h-9.5 max-md:grid max-md:grid-cols-[1fr_1fr]"
          role="group"
          aria-label={t("list_match")}
        >
          <button
            type="button"
            aria-pressed={form.match === "semantic"}
            disabled={!searching}
            onClick={() => set({ match: "semantic" })}
          >
            {t("list_evidence")}
          </button>
          <button
            type="button"
            aria-pressed={form.match === "lexical"}
            disabled={!searching}
            onClick={() => set({ match: "lexical" })}
          >
            {t("list_lexical")}
          </button>
        </span>
        <span
          className="[&_.paid]:w-full [&_.paid]:flex-nowrap [&_:is(.btn,.buy)]:min-h-10 [&_:is(.btn,.buy)]:flex-1"
          ref={button}
        >
          <PaidAction
            key={answer === null ? JSON.stringify(question) : `again ${answer.artifact_id}`}
            action={
              typeof question === "object"
                ? { ...question, ...(answer === null ? {} : { epoch: "again" as const }) }
                : { kind: "list_news", input: {} }
            }
            verb={verb}
            busyVerb={t("list_asking")}
            price={price}
            subject={searching ? form.query.trim() : t("list_subject")}
            blocked={
              typeof question !== "object"
                ? t(question === "range" ? "list_badRange" : "list_needsFilter")
                : fault === undefined
                  ? undefined
                  : words(`fault_${fault}`)
            }
            bare
          />
        </span>
      </form>
      <p className="text-12/ui text-muted mt-1.5">
        {typeof question === "object"
          ? t(searching ? "list_searchNote" : "list_listNote", { n: price.max })
          : t(question === "range" ? "list_badRange" : "list_needsFilter")}
      </p>
      {answer !== null || !searching ? null : <QueryAdvice query={settled.query} match={settled.match} />}
      <div className="mt-2 grid grid-cols-[256px_minmax(0,1fr)] gap-x-12 max-lg:grid-cols-[208px_minmax(0,1fr)] max-lg:gap-x-8 max-md:block">
        <NewsFilters form={form} onChange={set} />
        <section aria-label={t("list_results")} aria-busy={lookup.isFetching}>
          {answer !== null && isAsked ? (
            <NewsBatch form={settled} answer={answer} copyLink={copyLink} />
          ) : (
            <div className="empty mt-4">
              <h2>{t("list_notRunTitle")}</h2>
              <p>{t("list_notRunWords")}</p>
            </div>
          )}
          {answer === null ? overview : null}
        </section>
      </div>
    </main>
  );
}

function NewsFilters({ form, onChange }: { form: NewsForm; onChange: (change: Partial<NewsForm>) => void }) {
  const t = useWords("news");
  const [text, setText] = useState<string | null>(null);
  const refused = readCodes(text ?? "").refused;
  return (
    <aside className="filters mt-4">
      <div className="sect-h">
        <h2>{t("list_narrow")}</h2>
      </div>
      <div className="field">
        <label htmlFor="news-codes">{t("list_issuers")}</label>
        <input
          className="input"
          id="news-codes"
          placeholder={t("list_allIssuers")}
          autoComplete="off"
          value={text ?? form.codes.join(" ")}
          aria-invalid={refused.length > 0 ? true : undefined}
          onChange={(event) => {
            setText(event.target.value);
            onChange({ codes: readCodes(event.target.value).codes });
          }}
          onBlur={() => {
            if (refused.length === 0) setText(null);
          }}
        />
        {refused.length === 0 ? null : (
          <span className="text-12/ui" role="status">
            {t("list_codesRefused", { words: refused.join(" ") })}
          </span>
        )}
      </div>
      <div className="field">
        <span className="lab">{t("list_observed")}</span>
        <DayRange
          from={form.since}
          to={form.until}
          words={{
            from: t("list_from"),
            to: t("list_to"),
            wrongDay: t("list_badDay"),
            wrongRange: t("list_badRange"),
          }}
          onFrom={(since) => onChange({ since })}
          onTo={(until) => onChange({ until })}
        />
      </div>
    </aside>
  );
}

function useSettled(form: NewsForm): NewsForm {
  const [settled, setSettled] = useState(form);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(form), 350);
    return () => clearTimeout(timer);
  }, [form]);
  return settled;
}

function useFormAddress(form: NewsForm): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const address = routes.newsList(newsFormToQuery(form));
    if (location.pathname + location.search !== address) history.replaceState(history.state, "", address);
  }, [form]);
}
