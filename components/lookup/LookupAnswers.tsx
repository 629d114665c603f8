"use client";

import type { Route } from "next";
import { type Ref, useImperativeHandle, useLayoutEffect, useState } from "react";
import { findTarget } from "@/lib/format/find-target";
import { knownIssuers } from "./known-issuers.ts";
import { LookupList } from "./LookupList.tsx";
import { hrefOf, lookupOptions } from "./options.ts";
import { issuersShown, useIssuers } from "./use-issuers.ts";

/** What the field calls when a key is pressed in it. */
export interface LookupHandle {
  move(step: number): void;
  /** Selects the first answer again. */
  restart(): void;
  chosenHref(): Route | undefined;
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

/** Finds the answers for the search field, in the index of issuers seen before and at the service, and lists them. */
export function LookupAnswers({ ref, base, text, open, onCurrent, onChoose }: Props) {
  const [at, setAt] = useState(0);
  const { matches, asking, failure } = useIssuers(text, open);
  const options = open ? lookupOptions(text, matches, window.location.origin) : [];
  const current = options[Math.min(at, options.length - 1)];
  useImperativeHandle(ref, () => ({
    move: (step) => {
      if (options.length > 0) setAt((Math.min(at, options.length - 1) + step + options.length) % options.length);
    },
    restart: () => setAt(0),
    chosenHref: () => current?.href ?? directHref(text),
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
      asking={asking}
      failure={failure}
      onPoint={setAt}
      onChoose={onChoose}
    />
  );
}

/** Also called for an Enter that was pressed before this component had loaded. */
export function firstHref(text: string): Route | undefined {
  const matches = text.trim() === "" ? [] : knownIssuers().search(text.trim(), issuersShown);
  return lookupOptions(text, matches, window.location.origin)[0]?.href;
}

function directHref(text: string): Route | undefined {
  const target = findTarget(text, window.location.origin);
  return target === undefined ? undefined : hrefOf(target);
}
