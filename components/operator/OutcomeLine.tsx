import type { OperatorWords, Outcome } from "./words.ts";

const good: ReadonlySet<Outcome> = new Set(["granted", "revoked", "triedAgain", "repeated", "left"]);

/** The outcome of the last form. */
export function OutcomeLine({
  words: t,
  outcome,
}: {
  readonly words: OperatorWords;
  readonly outcome: Outcome | undefined;
}) {
  if (outcome === undefined) return null;
  return (
    <p className="say mb-5" role={good.has(outcome) ? "status" : "alert"}>
      {t(outcome === "ended" ? "ended" : `outcome_${outcome}`)}
    </p>
  );
}
