"use client";

import { Price, problemWords } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { LineOutcome, PurchaseView } from "@/lib/spending/wire";
import { LineName } from "./LineName.tsx";
import { type BasketWords } from "./line-words.ts";

interface Props {
  readonly run: PurchaseView;
  readonly onStop: () => void;
  readonly onPutAway: () => void;
}

/** A confirmed basket, line by line: while it runs, and what came of it. */
export function RunReport({ run, onStop, onPutAway }: Props) {
  const t = useWords("basket");
  const lines = run.lines ?? [];
  const settled = lines.filter((line) => line.state !== "waiting" && line.state !== "running").length;
  const unknown = lines.reduce((sum, line) => sum + line.credits_unknown, 0);
  return (
    <section className="mb-8" aria-labelledby="basket-run">
      <div className="sect-h">
        <h2 id="basket-run">{t(headOf(run, lines))}</h2>
        <span className="text-12/ui text-muted" role="status">
          {run.done ? null : <progress className="sr-only" max={lines.length} value={settled} />}
          {run.done
            ? t("runCharged", { n: run.credits_charged })
            : t("runProgress", { done: settled, all: lines.length })}
          {unknown === 0 ? null : ` ${t("runUnknown", { n: unknown })}`}
        </span>
        <span className="end">
          {run.done ? (
            <>
              <Link href={routes.ledger({ row: run.intents[0]?.intent_id })}>{t("ledger")}</Link>{" "}
              <button className="link ms-3" type="button" onClick={onPutAway}>
                {t("putAway")}
              </button>
            </>
          ) : (
            <button className="btn sm" type="button" disabled={run.stopped === true} onClick={onStop}>
              {t("stop")}
            </button>
          )}
        </span>
      </div>
      <ol className="rows">
        {lines.map((line, at) => (
          <li className="grid-cols-[minmax(0,1fr)_auto]" key={at} data-state={line.state}>
            <div className="min-w-0">
              <LineName action={line.action} name={line.name} />
              <Fault line={line} />
            </div>
            <span className="text-end text-12/ui">
              <span className={`outcome ${mark(line)}`}>{t(`state_${line.state}`)}</span>
              {line.credits_charged === 0 ? null : (
                <Price min={line.credits_charged} max={line.credits_charged} spent />
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-12/ui text-muted">
        {run.done ? (lines.some(isLeft) ? t("stayIn") : null) : t("stopNote")}
      </p>
    </section>
  );
}

function Fault({ line }: { readonly line: LineOutcome }) {
  const words = useWords("cost");
  if (line.error === null) return null;
  return (
    <p className="text-12/ui text-muted">
      {line.state === "failed" ? `${words("charged", { n: line.credits_charged })} ` : null}
      {problemWords(line.error, words)}
    </p>
  );
}

function headOf(run: PurchaseView, lines: readonly LineOutcome[]): Parameters<BasketWords>[0] {
  if (!run.done) return "running";
  if (run.stopped === true) return "runStopped";
  if (!lines.some(isLeft)) return "runDone";
  return run.credits_charged === 0 ? "runNothing" : "runFailed";
}

function isLeft(line: LineOutcome): boolean {
  return line.state === "failed" || line.state === "unknown";
}

function mark({ state }: LineOutcome): string {
  if (state === "stored" || state === "owned") return "stored";
  return state === "failed" ? "failed" : "unknown";
}
