"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { usePurchase } from "@/components/cost";
import { ErrorInPlace } from "@/components/errors";
import { useWords } from "@/lib/next/provider";
import { basketQuery, changeBasket, runQuery, stopRun } from "@/lib/next/queries/basket";
import { problemOf } from "@/lib/next/queries/own-api";
import type { BasketChange, BasketView } from "@/lib/spending/wire";
import { BasketTotal } from "./BasketTotal.tsx";
import { DocumentLines } from "./DocumentLines.tsx";
import { groupByDocument } from "./group-lines.ts";
import { LinkedLines } from "./LinkedLines.tsx";
import { RunReport } from "./RunReport.tsx";

/** The lines of a basket with their total, and the run of what was confirmed. `linked` are those of an opened link. */
export function Basket({ linked = [] }: { readonly linked?: readonly string[] }) {
  const t = useWords("basket");
  const client = useQueryClient();
  const { data: basket, error, refetch } = useQuery(basketQuery());
  const purchase = usePurchase({ subject: { text: t("lines", { n: basket?.lines.length ?? 0 }) } });
  const { stage } = purchase;
  const known = stage.name === "running" ? stage.view : (basket?.run ?? null);
  const followed = useQuery(runQuery(stage.name === "running" ? null : known)).data;
  const run = stage.name === "running" ? known : (followed ?? known);
  const stale = useCallback(() => void refetch(), [refetch]);
  const ended = followed?.done === true;
  // A run that another tab or an earlier visit began has ended: its lines have left the basket.
  useEffect(() => {
    if (ended) stale();
  }, [ended, stale]);
  const change = async (what: BasketChange): Promise<boolean> => {
    try {
      await changeBasket(client, what);
      return true;
    } catch {
      await refetch();
      return false;
    }
  };
  const isEmpty = basket?.lines.length === 0;
  return (
    <>
      {run === null ? null : (
        <RunReport
          run={run}
          onStop={() => void stopRun(client, run.purchase_id).then(stale)}
          onPutAway={() => void change({ dismiss: run.purchase_id })}
        />
      )}
      {linked.length === 0 ? null : <LinkedLines parts={linked} onChange={change} />}
      {error === null ? null : <ErrorInPlace problem={problemOf(error)} onRetry={stale} />}
      {basket === undefined && error === null ? (
        <p className="text-muted" role="status">
          {t("loading")}
        </p>
      ) : null}
      {isEmpty && stage.name !== "running" ? <Empty /> : null}
      {basket === undefined || isEmpty ? null : (
        <Lines basket={basket} purchase={purchase} onChange={change} onStale={stale} />
      )}
    </>
  );
}

function Lines(props: {
  readonly basket: BasketView;
  readonly purchase: ReturnType<typeof usePurchase>;
  readonly onChange: (change: BasketChange) => Promise<boolean>;
  readonly onStale: () => void;
}) {
  const { basket, purchase, onChange, onStale } = props;
  const isRunning = purchase.stage.name === "running" || basket.run?.done === false;
  const onLine = (change: BasketChange) => void onChange(change);
  return (
    <>
      {groupByDocument(basket.lines).map((lines) => (
        <DocumentLines key={JSON.stringify(lines[0]?.action)} lines={lines} onChange={isRunning ? undefined : onLine} />
      ))}
      <BasketTotal lines={basket.lines} purchase={purchase} onChange={onLine} onStale={onStale} />
    </>
  );
}

function Empty() {
  const t = useWords("basket");
  return (
    <div className="empty">
      <h2>{t("empty")}</h2>
      <p>{t("emptyNote")}</p>
    </div>
  );
}
