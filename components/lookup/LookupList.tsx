"use client";

import { searchPrice } from "@/lib/contract/prices";
import type { Route } from "next";
import { Fragment } from "react";
import { Price } from "@/components/cost";
import type { FindTarget } from "@/lib/format/find-target";
import type { ListedIssuer } from "@/lib/format/free-lists";
import type { IssuerMatch } from "@/lib/format/issuer-index";
import type { WordKey } from "@/lib/i18n/namespaces";
import { useWords } from "@/lib/i18n/provider";
import type { Words } from "@/lib/i18n/words";
import type { LookupOption } from "./options.ts";

interface Props {
  readonly base: string;
  readonly text: string;
  readonly options: readonly LookupOption[];
  readonly current: LookupOption | undefined;
  readonly asking: boolean;
  readonly failure: string | undefined;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (href: Route) => void;
}

/** The list of answers beneath the search field. */
export function LookupList(props: Props) {
  const t = useWords("lookup");
  const { base, options, asking, failure } = props;
  const issuers = options.filter((each) => each.kind === "issuer");
  const status = asking ? t("searching") : failure !== undefined ? t("failed", { reason: failure }) : t("none");
  return (
    <>
      <ul
        className="absolute top-[calc(100%+4px)] left-0 z-6 max-h-[calc(100dvh-var(--bar-h)-24px)] w-[max(100%,min(480px,100vw-32px))] overflow-x-hidden overflow-y-auto rounded-control border border-edge bg-surface max-md:-left-9.5 max-md:w-[calc(100vw-32px)]"
        id={`${base}-list`}
        role="listbox"
        aria-label={t("label")}
      >
        {group(t("go"), "target", props)}
        {group(t("issuers"), "issuer", props)}
        {issuers.length === 0 && !options.some((each) => each.kind === "target") ? (
          <li className="px-3 py-1.5 leading-5 text-muted" role="presentation">
            {status}
          </li>
        ) : null}
        {issuers.length > 0 && failure !== undefined ? (
          <li className="px-3 py-1.5 text-12/5 text-muted" role="presentation">
            {t("offline")}
          </li>
        ) : null}
        {/* Set anew where answers come above it: what replaces nothing can't be said to move. */}
        <Fragment key={issuers.length}>
          {group(t("bodies"), "search", props)}
          <li
            className="flex items-baseline gap-3 border-t border-line px-3 py-1.5 text-12/5 text-muted"
            role="presentation"
          >
            <span>{t("hint")}</span>
            <span className="ms-auto">
              <kbd>Enter</kbd>
            </span>
          </li>
        </Fragment>
      </ul>
      <span className="sr-only" role="status">
        {asking ? "" : t("results", { n: issuers.length })}
      </span>
    </>
  );
}

function group(title: string, kind: LookupOption["kind"], props: Props) {
  const rows = props.options.flatMap((option, index) => (option.kind === kind ? [{ option, index }] : []));
  if (rows.length === 0) return null;
  return (
    <>
      <li className="px-3 pt-2 pb-0.5 text-12/5 text-muted" role="presentation">
        {title}
      </li>
      {rows.map(({ option, index }) => (
        <li
          key={option.id}
          className="grid cursor-pointer grid-cols-[52px_minmax(0,1fr)_auto] items-baseline gap-3 px-3 py-1.5 leading-5 aria-selected:bg-ai-wash aria-selected:shadow-mark"
          id={`${props.base}-${option.id}`}
          role="option"
          aria-selected={option.id === props.current?.id}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => props.onPoint(index)}
          onClick={() => props.onChoose(option.href)}
        >
          <OptionWords option={option} text={props.text} />
        </li>
      ))}
    </>
  );
}

function OptionWords({ option, text }: { readonly option: LookupOption; readonly text: string }) {
  const t = useWords("lookup");
  switch (option.kind) {
    case "target":
      return (
        <>
          <span className="whitespace-nowrap text-muted">
            {option.target.kind === "issuer" ? option.target.securityCode : ""}
          </span>
          <span>{targetWords(option.target, t)}</span>
          <span />
        </>
      );
    case "issuer":
      return <IssuerWords match={option.match} />;
    case "search":
      return (
        <>
          <span>
            <Price {...searchPrice} />
          </span>
          <span lang="ja">{t("searchFor", { text })}</span>
          <span className="text-muted text-12/ui">{t("spendsNothing")}</span>
        </>
      );
  }
}

function IssuerWords({ match }: { readonly match: IssuerMatch<ListedIssuer> }) {
  const { issuer } = match;
  return (
    <>
      <span className="whitespace-nowrap text-muted">{issuer.security_code}</span>
      <span>
        <span lang="ja">{marked(issuer.name, match.nameRange)}</span>{" "}
        {issuer.name_en === null ? null : (
          <span className="text-muted" lang="en">
            {marked(issuer.name_en, match.nameEnRange)}
          </span>
        )}
      </span>
      <span />
    </>
  );
}

function marked(name: string, range: readonly [number, number] | null) {
  if (range === null) return name;
  return (
    <>
      {name.slice(0, range[0])}
      <b>{name.slice(...range)}</b>
      {name.slice(range[1])}
    </>
  );
}

function targetWords(target: FindTarget, t: Words<WordKey<"lookup">>): string {
  if (target.kind === "document") return t("openDocument", { id: target.documentId });
  return target.kind === "issuer" ? t("openIssuer", { code: target.securityCode }) : t("openPlace");
}
