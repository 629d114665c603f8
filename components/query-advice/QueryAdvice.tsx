"use client";

import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { normaliseSecurityCode } from "@/lib/contract/security-code";
import type { MatchType } from "@/lib/contract/vocabulary";
import { useLocale, useWords } from "@/lib/next/provider";
import { fetchIssuers } from "@/lib/next/queries/issuers";
import { routes } from "@/lib/routes";
import { findTarget } from "@/lib/text/format/find-target";
import type { ListedIssuer } from "@/lib/text/format/free-lists";
import { foldForLookup } from "@/lib/text/format/issuer-index";
import { foreignWords, queryFault } from "./query-fault";

interface Props {
  /** The query once typing has paused, since issuers are looked up for it. */
  readonly query: string;
  readonly match: MatchType;
}

/**
 * Warnings before a search is charged: that it can find nothing, that its words lead to no Japanese ones, or that it
 * names an issuer or a document, whose page is free. It asks free lists only, and few of them.
 */
export function QueryAdvice({ query, match }: Props) {
  const t = useWords("query");
  const locale = useLocale();
  const fault = queryFault(query, match);
  const foreign = match === "semantic" && fault === undefined ? foreignWords(query) : [];
  const target = findTarget(query, location.origin);
  const asked = fault === undefined && target?.kind !== "document" ? namesIn(query, foreign) : [];
  const lists = useIssuersLike(asked);
  if (fault !== undefined && query.trim() !== "") return <Advice>{t(`fault_${fault}`)}</Advice>;
  if (target?.kind === "document") {
    return (
      <Advice>
        {t("looksLikeDocument")} <Link href={routes.document(target.documentId)}>{target.documentId}</Link>
      </Advice>
    );
  }
  const offers = issuersNamed(lists[0] ?? [], query);
  // Until its list has come, a word may be a name.
  const isName = asked.some((name, at) => lists[at] === undefined || issuersNamed(lists[at], name).length > 0);
  return (
    <>
      {offers.length === 0 ? null : (
        <Advice>
          {t("looksLikeIssuer")}{" "}
          {offers.map((issuer, at) => (
            <span key={issuer.security_code}>
              {at === 0 ? null : t("comma")}
              <Link href={routes.issuer(issuer.security_code)}>
                <NameOf issuer={issuer} locale={locale} /> {issuer.security_code}
              </Link>
            </span>
          ))}
        </Advice>
      )}
      {foreign.length === 0 || isName ? null : (
        <Advice>{t("foreignWords", { words: foreign.join(t("comma")) })}</Advice>
      )}
    </>
  );
}

function Advice({ children }: { children: ReactNode }) {
  return (
    <p className="notice mt-3 text-12/ui" role="status">
      {children}
    </p>
  );
}

function NameOf({ issuer, locale }: { issuer: ListedIssuer; locale: string }) {
  return locale === "en" && issuer.name_en !== null ? issuer.name_en : <span lang="ja">{issuer.name}</span>;
}

const nameMax = 40;
const wordsMax = 2;

/** The query itself, and the longest of its words that mean nothing else: each is looked up as an issuer's name. */
function namesIn(query: string, foreign: readonly string[]): readonly string[] {
  const text = query.trim();
  const words = [...foreign].sort((a, b) => b.length - a.length).slice(0, wordsMax);
  const isSentence = [...text].length > nameMax || text === "";
  return [...new Set(isSentence ? words : [text, ...words.filter((word) => word !== text.toLowerCase())])];
}

/** A list for each name; undefined while it is on its way, or where it failed. */
function useIssuersLike(names: readonly string[]): readonly (readonly ListedIssuer[] | undefined)[] {
  return useQueries({
    queries: names.map((name) => ({
      queryKey: ["issuers", "like", name] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchIssuers(name, signal),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (answers) => answers.map(({ data }) => data),
  });
}

const offersMax = 3;

/** The issuers that the text is the code or the beginning of the name of; none where it begins too many names. */
function issuersNamed(issuers: readonly ListedIssuer[], text: string): readonly ListedIssuer[] {
  const folded = foldForLookup(text);
  const code = normaliseSecurityCode(text);
  if (folded.length < 2) return [];
  const named = issuers.filter(({ security_code, name, name_kana, name_en }) => {
    const names = [name, name_kana, name_en].flatMap((each) => (each === null ? [] : [foldForLookup(each)]));
    const isCode = code !== undefined && normaliseSecurityCode(security_code) === code;
    return isCode || names.some((each) => each.startsWith(folded));
  });
  return named.length > offersMax ? [] : named;
}
