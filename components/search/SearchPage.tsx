"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { AskTabs } from "@/components/AskTabs.tsx";
import { PaidAction } from "@/components/cost";
import { useShortcut } from "@/components/keys";
import { QueryAdvice, useQueryFault } from "@/components/query-advice";
import { useCopyAddress } from "@/components/ui/use-copy-address";
import { searchPrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { ownedAnswerQuery } from "@/lib/next/queries/owned";
import { routes } from "@/lib/routes";
import { isSentence, queryMax, suggestsLexical } from "@/lib/text/format/query-words";
import { Answer } from "./Answer";
import { Filters } from "./Filters";
import { formToInput, formToQuery, isDateRange, type SearchForm } from "./search-form";

/** Opening a link runs nothing; only the button with the price runs a search. */
export function SearchPage({ initial }: { initial: SearchForm }) {
  const t = useWords("search");
  const words = useWords("query");
  const [form, setForm] = useState(initial);
  const settled = useSettled(form);
  const button = useRef<HTMLSpanElement>(null);
  useFormAddress(settled);

  const input = useMemo(() => formToInput(form), [form]);
  const settledInput = useMemo(() => formToInput(settled), [settled]);
  const lookup = useQuery({
    ...ownedAnswerQuery({ kind: "search_documents", ...(settledInput ?? {}) }),
    enabled: settledInput !== undefined,
  });
  const isCurrent = form === settled;
  const answer = isCurrent && settledInput !== undefined ? (lookup.data ?? null) : null;
  const set = (change: Partial<SearchForm>) => setForm((known) => ({ ...known, ...change }));
  const { copied, copy } = useCopyAddress();
  const copyLink = { copied, copy: () => copy(routes.search(formToQuery(form))) };
  useShortcut("c", copyLink.copy, t("keyCopyLink"));

  const fault = useQueryFault(input === undefined ? undefined : form);
  const isMeaning = form.match === "semantic";
  const advised = isMeaning ? suggestsLexical(form.query) : answer === null && isSentence(form.query);
  return (
    <main className="page" id="main">
      <AskTabs words={form.query} />
      <form
        className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-2 max-md:grid-cols-[1fr]"
        onSubmit={(event) => {
          // Enter in the field moves the focus to the priced button, and buys nothing.
          event.preventDefault();
          button.current?.querySelector("button")?.focus();
        }}
      >
        <label className="sr-only" htmlFor="search-query">
          {t("queryLabel")}
        </label>
        <input
          className="input h-10 px-3 text-16"
          id="search-query"
          lang="ja"
          value={form.query}
          maxLength={queryMax}
          placeholder={t("queryPlaceholder")}
          autoComplete="off"
          onChange={(event) => set({ query: event.target.value })}
        />
        <MatchSwitch match={form.match} onMatch={(match) => set({ match })} />
        <span
          className="[&_.paid]:w-full [&_.paid]:flex-nowrap [&_:is(.btn,.buy)]:min-h-10 [&_:is(.btn,.buy)]:flex-1"
          ref={button}
        >
          {input === undefined ? (
            <PaidAction
              action={{ kind: "search_documents", input: { query: "-" } }}
              verb={t("search")}
              price={searchPrice}
              subject=""
              blocked={t(isDateRange(form) ? "writeFirst" : "badRange")}
              bare
            />
          ) : (
            <PaidAction
              key={answer === null ? JSON.stringify(input) : `again ${answer.artifact_id}`}
              action={{ kind: "search_documents", input, ...(answer === null ? {} : { epoch: "again" }) }}
              verb={t(answer === null ? "search" : "searchAgain")}
              busyVerb={t("searching")}
              price={searchPrice}
              subject={form.query.trim()}
              subjectLang="ja"
              blocked={fault === undefined ? undefined : words(`fault_${fault}`)}
              bare
            />
          )}
        </span>
      </form>
      <p className="text-12/ui text-muted mt-1.5">
        {t(isMeaning ? "evidenceNote" : "lexicalNote")}
        <span lang="ja">{t("lexicalExample")}</span>
        {t(isMeaning ? "evidenceNoteEnd" : "lexicalNoteEnd")}
        {advised ? (
          <button
            className="link ms-1"
            type="button"
            onClick={() => set({ match: isMeaning ? "lexical" : "semantic" })}
          >
            {t(isMeaning ? "useLexical" : "useMeaning")}
          </button>
        ) : null}
      </p>
      {answer !== null || input === undefined ? null : <QueryAdvice query={settled.query} match={settled.match} />}
      <div className="mt-2 grid grid-cols-[256px_minmax(0,1fr)] gap-x-12 max-lg:grid-cols-[208px_minmax(0,1fr)] max-lg:gap-x-8 max-md:block">
        <Filters form={form} onChange={set} />
        <section aria-label={t("results")} aria-busy={lookup.isFetching && settledInput !== undefined}>
          {answer !== null ? (
            <Answer answer={answer} form={form} copyLink={copyLink} />
          ) : (
            <div className="empty mt-4">
              <h2>{t(input === undefined ? "beginTitle" : "notRunTitle")}</h2>
              <p>{t(input === undefined ? "beginWords" : "notRunWords", { n: searchPrice.max })}</p>
            </div>
          )}
        </section>
      </div>
    </main>
  );
}

const settleMs = 350;

/** The form after a pause in typing: it is written to the address, and the owned answer is looked up for it. */
function useSettled(form: SearchForm): SearchForm {
  const [settled, setSettled] = useState(form);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(form), settleMs);
    return () => clearTimeout(timer);
  }, [form]);
  return settled;
}

function useFormAddress(form: SearchForm): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const address = routes.search(formToQuery(form));
    if (location.pathname + location.search !== address) history.replaceState(history.state, "", address);
  }, [form]);
}

function MatchSwitch(props: { match: SearchForm["match"]; onMatch: (match: SearchForm["match"]) => void }) {
  const t = useWords("search");
  return (
    <span
      className="seg min-h-10 *:min-h-9.5 max-md:grid max-md:grid-cols-[1fr_1fr]"
      role="group"
      aria-label={t("match")}
    >
      <button type="button" aria-pressed={props.match === "semantic"} onClick={() => props.onMatch("semantic")}>
        {t("evidence")}
      </button>
      <button type="button" aria-pressed={props.match === "lexical"} onClick={() => props.onMatch("lexical")}>
        {t("lexical")}
      </button>
    </span>
  );
}
