"use client";

import type { Route } from "next";
import { type Ref, useImperativeHandle, useLayoutEffect, useState } from "react";
import { routes } from "@/lib/routes";
import { asksForDocuments, issuerReadings, readDocumentQuestion } from "@/lib/text/format/document-question";
import { findTarget } from "@/lib/text/format/find-target";
import type { FoundDocuments } from "./find-documents.ts";
import { knownIssuers } from "./known-issuers.ts";
import { LookupList } from "./LookupList.tsx";
import { hrefOf, lookupOptions } from "./options.ts";
import { useDocuments } from "./use-documents.ts";
import { issuersShown, useIssuers } from "./use-issuers.ts";

/** The field calls these when a key is pressed in it. */
export interface LookupHandle {
  move(step: number): void;
  /** Selects the first answer again. */
  restart(): void;
  chosenHref(): Route | undefined | Promise<Route | undefined>;
  /** The address that a pasted id or address leads to. */
  directHref(text: string): Route | undefined;
}

interface Props {
  readonly ref: Ref<LookupHandle>;
  readonly base: string;
  readonly text: string;
  readonly open: boolean;
  readonly onCurrent: (id: string | undefined) => void;
  readonly onChoose: (href: Route) => void;
}

/**
 * Finds the answers for the search field, in the index of issuers seen before and at the service, and lists them. Words
 * beside the issuer's name (有報, 2025) find its documents.
 */
export function LookupAnswers({ ref, base, text, open, onCurrent, onChoose }: Props) {
  const [at, setAt] = useState(0);
  const asksDocuments = documentsAskedFor(text);
  const { matches, asking, failure } = useIssuers(issuerWords(text), open);
  const documents = useDocuments(text, open && asksDocuments);
  const options = open ? lookupOptions(text, matches, window.location.origin, documents.found) : [];
  const current = options[Math.min(at, options.length - 1)];
  useImperativeHandle(ref, () => ({
    move: (step) => {
      if (options.length > 0) setAt((Math.min(at, options.length - 1) + step + options.length) % options.length);
    },
    restart: () => setAt(0),
    chosenHref: () => {
      // Enter pressed before the documents have come means the first of them.
      if (at > 0 || documents.isSettled) return current?.href ?? directHref(text);
      return documents.settle().then((found) => firstDocument(found) ?? current?.href);
    },
    directHref,
  }));
  useLayoutEffect(() => onCurrent(current?.id), [onCurrent, current?.id]);
  if (!open || text.trim() === "") return null;
  return (
    <LookupList
      base={base}
      text={text.trim()}
      options={options}
      current={current}
      issuers={{ asking, failure }}
      documents={asksDocuments ? documents : undefined}
      onPoint={setAt}
      onChoose={onChoose}
    />
  );
}

/** Also called for an Enter that was pressed before this component had loaded. */
export function firstHref(text: string): Route | undefined {
  const name = issuerWords(text).trim();
  const matches = name === "" ? [] : knownIssuers().search(name, issuersShown);
  return lookupOptions(text, matches, window.location.origin)[0]?.href;
}

export function directHref(text: string): Route | undefined {
  const target = findTarget(text, window.location.origin);
  return target === undefined ? undefined : hrefOf(target);
}

/** True where the text is more than one name, id or address, so that documents may be meant. */
function documentsAskedFor(text: string): boolean {
  if (directHref(text) !== undefined) return false;
  const question = readDocumentQuestion(text);
  return asksForDocuments(question, question.words.slice(1));
}

/** The words to look for among issuers: without the type and the period that stand beside them. */
function issuerWords(text: string): string {
  const question = readDocumentQuestion(text);
  const [reading] = directHref(text) === undefined ? issuerReadings(question) : [];
  return reading !== undefined && asksForDocuments(question, reading.titleWords) ? reading.issuer : text;
}

function firstDocument(found: FoundDocuments | undefined): Route | undefined {
  const first = found?.documents[0];
  return first === undefined ? undefined : routes.document(first.document_id);
}
