"use client";

import type { Route } from "next";
import { Fragment, type ReactNode } from "react";
import { useLocale, useWords } from "@/lib/next/provider";
import { between } from "@/lib/text/format/between";
import { OptionWords } from "./OptionWords.tsx";
import type { LookupOption } from "./options.ts";
import type { Looked } from "./use-documents.ts";

interface Props {
  readonly base: string;
  readonly text: string;
  readonly options: readonly LookupOption[];
  readonly current: LookupOption | undefined;
  readonly issuers: { readonly asking: boolean; readonly failure: string | undefined };
  /** Undefined where the text asks for no documents. */
  readonly documents: Looked | undefined;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (href: Route) => void;
}

/** The list of answers beneath the search field. */
export function LookupList(props: Props) {
  const t = useWords("lookup");
  const { base, options, issuers, documents } = props;
  const issuerCount = options.filter((each) => each.kind === "issuer").length;
  const documentCount = options.filter((each) => each.kind === "document").length;
  const asking = issuers.asking || documents?.asking === true;
  const failed = issuers.failure !== undefined;
  const status = issuers.asking ? t("searching") : failed ? t("failed", { reason: issuers.failure ?? "" }) : t("none");
  return (
    <>
      <ul
        className="absolute top-[calc(100%+4px)] left-0 z-6 max-h-[calc(100dvh-var(--bar-h)-var(--places-h)-24px)] w-[max(100%,min(480px,100vw-32px))] overflow-x-hidden overflow-y-auto rounded-control border border-edge bg-surface max-md:-left-9.5 max-md:w-[calc(100vw-32px)]"
        id={`${base}-list`}
        role="listbox"
        aria-label={t("label")}
      >
        {group(t("go"), ["target"], props)}
        {documents === undefined ? null : <Documents {...props} documents={documents} count={documentCount} />}
        {group(t("issuers"), ["issuer"], props)}
        {issuerCount === 0 && documents?.lacks !== "no_issuer" && !options.some((each) => each.kind === "target") ? (
          <Note>{status}</Note>
        ) : null}
        {issuerCount > 0 && failed ? <Note>{t("offline")}</Note> : null}
        {/* Set anew where answers come above it: what replaces nothing can't be said to move. */}
        <Fragment key={`${issuerCount} ${documentCount}`}>
          {group(t("bodies"), ["search"], props)}
          <li
            className="flex items-baseline gap-3 border-t border-line px-3 py-1.5 text-12/5 text-muted"
            role="presentation"
          >
            <span>{t("hint")}</span>
            <span className="ms-auto whitespace-nowrap">
              <kbd>Enter</kbd>
            </span>
          </li>
        </Fragment>
      </ul>
      <span className="sr-only" role="status">
        {asking
          ? ""
          : [
              documents === undefined ? "" : (documentsStatus(documents, documentCount, t) ?? ""),
              t("results", { n: issuerCount }),
            ].join(" ")}
      </span>
    </>
  );
}

/** The issuer's documents, or why there are none and what to do. */
function Documents({ documents, count, ...props }: RowProps & { documents: Looked; count: number }) {
  const t = useWords("lookup");
  const locale = useLocale();
  const issuer = documents.found?.issuer;
  const title =
    issuer === undefined ? (
      t("documents")
    ) : (
      <>
        {t("documents") + between(locale)}
        {issuer.security_code} <span lang="ja">{issuer.name}</span>
      </>
    );
  const status = count === 0 ? documentsStatus(documents, count, t) : undefined;
  if (status === undefined && count === 0) return null;
  return (
    <>
      <GroupTitle>{title}</GroupTitle>
      {status === undefined ? null : <Note>{status}</Note>}
      {optionRows(["document", "list"], props)}
    </>
  );
}

function documentsStatus(documents: Looked, count: number, t: ReturnType<typeof useWords<"lookup">>) {
  if (documents.asking) return t("searchingDocuments");
  if (documents.failure !== undefined) return t("documentsFailed", { reason: documents.failure });
  if (documents.lacks === "no_issuer") return t("needsIssuer");
  if (documents.lacks === "paused") return t("documentsPaused");
  if (documents.found === undefined) return undefined;
  return count === 0 ? t("noDocuments") : t("documentResults", { n: count });
}

function GroupTitle({ children }: { readonly children: ReactNode }) {
  return (
    <li className="px-3 pt-2 pb-0.5 text-12/5 text-muted" role="presentation">
      {children}
    </li>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <li className="px-3 py-1.5 text-12/5 text-muted" role="presentation">
      {children}
    </li>
  );
}

type RowProps = Pick<Props, "base" | "text" | "options" | "current" | "onPoint" | "onChoose">;

function group(title: string, kinds: readonly LookupOption["kind"][], props: RowProps) {
  if (!props.options.some(({ kind }) => kinds.includes(kind))) return null;
  return (
    <>
      <GroupTitle>{title}</GroupTitle>
      {optionRows(kinds, props)}
    </>
  );
}

function optionRows(kinds: readonly LookupOption["kind"][], props: RowProps) {
  return props.options.map((option, index) =>
    kinds.includes(option.kind) ? (
      <li
        key={option.id}
        className="grid cursor-pointer grid-cols-[52px_minmax(0,1fr)_auto] items-baseline gap-3 px-3 py-1.5 leading-5 aria-selected:bg-ai-wash aria-selected:shadow-mark"
        id={`${props.base}-${option.id}`}
        role="option"
        aria-selected={option.id === props.current?.id}
        ref={option.id === props.current?.id ? showRow : undefined}
        onMouseDown={(event) => event.preventDefault()}
        onMouseMove={() => props.onPoint(index)}
        onClick={() => props.onChoose(option.href)}
      >
        <OptionWords option={option} text={props.text} />
      </li>
    ) : null,
  );
}

/** The list scrolls where it is longer than the window, as on a phone held sideways. */
function showRow(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: "nearest" });
}
