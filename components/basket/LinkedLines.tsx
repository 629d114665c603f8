"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorInPlace } from "@/components/errors";
import { useWords } from "@/lib/next/provider";
import { linkedBasketQuery } from "@/lib/next/queries/basket";
import { problemOf } from "@/lib/next/queries/own-api";
import type { BasketChange } from "@/lib/spending/wire";
import { DocumentLines } from "./DocumentLines.tsx";
import { groupByDocument } from "./group-lines.ts";

interface Props {
  readonly parts: readonly string[];
  readonly onChange: (change: BasketChange) => Promise<boolean>;
}

/** Taken over only by a click, and bought by none. */
export function LinkedLines({ parts, onChange }: Props) {
  const t = useWords("basket");
  const { data: linked, error, refetch } = useQuery(linkedBasketQuery(parts));
  const [taken, setTaken] = useState<boolean | null>(null);
  const lines = linked?.lines ?? [];
  const takeOver = async () => setTaken(await onChange({ add: lines.map((line) => line.action) }));
  return (
    <section className="mb-8" aria-labelledby="basket-linked">
      <div className="sect-h">
        <h2 id="basket-linked">{t("linked")}</h2>
        <span className="text-12/ui text-muted">{t(taken === true ? "takenOver" : "linkedNote")}</span>
        {lines.length === 0 || taken === true ? null : (
          <span className="end">
            <button className="btn sm" type="button" onClick={() => void takeOver()}>
              {t("takeOver", { n: lines.length })}
            </button>
          </span>
        )}
      </div>
      {error === null ? null : <ErrorInPlace problem={problemOf(error)} onRetry={() => void refetch()} />}
      {linked === undefined && error === null ? <p className="text-muted">{t("loading")}</p> : null}
      {linked !== undefined && lines.length === 0 ? <p>{t("linkNothing")}</p> : null}
      {groupByDocument(lines).map((group, at) => (
        <DocumentLines key={at} lines={group} />
      ))}
      <p className="text-12/ui text-muted" role="status">
        {(linked?.unreadable ?? 0) > 0 ? t("linkUnreadable", { n: linked?.unreadable ?? 0 }) : null}{" "}
        {(linked?.too_many ?? 0) > 0 ? t("linkTooMany", { n: linked?.too_many ?? 0 }) : null}{" "}
        {taken === false ? t("full") : null}
      </p>
    </section>
  );
}
