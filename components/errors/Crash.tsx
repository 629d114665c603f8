"use client";
// Part of two bundles of every page, one of them separate from all others, so it imports as little as possible.

import { useSyncExternalStore } from "react";
import { home } from "@/lib/home";
import en from "@/messages/en/crash.json";
import ja from "@/messages/ja/crash.json";

const never = () => () => undefined;

interface Props {
  readonly error: unknown;
  readonly retry: () => void;
}

/** Imports its messages directly, since the message provider may be what failed. */
export function Crash({ error, retry }: Props) {
  // The language is read from <html lang>: scripts can't read its cookie.
  const japanese = useSyncExternalStore(
    never,
    () => document.documentElement.lang === "ja",
    () => false,
  );
  const words = japanese ? ja : en;
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  return (
    <div className="max-w-[44em] pt-10 *:not-first:mt-3" role="alert">
      <p className="text-muted">500</p>
      <h1 className="h-page">{words.title}</h1>
      <p>{words.text}</p>
      <p className="row-acts mt-6!">
        <button className="btn" type="button" onClick={retry}>
          {words.retry}
        </button>
        <a className="btn" href={home}>
          {words.toDesk}
        </a>
      </p>
      {digest === undefined ? null : <p className="text-12/ui text-muted">{words.id.replace("{id}", digest)}</p>}
    </div>
  );
}
