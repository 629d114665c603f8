"use client";

import { useWords } from "@/lib/next/provider";
import type { PurchaseAction, Price as Span } from "@/lib/spending/wire";
import { Price } from "../ui/Price.tsx";
import { problemWords } from "./problem-words.ts";
import type { PurchaseStage } from "./purchase-stages.ts";

/** Shown for a purchase that failed or whose outcome is unknown: what happened, what it cost, what to do next. */
export function Outcome(props: {
  stage: Extract<PurchaseStage, { name: "unknown" | "failed" }>;
  action: PurchaseAction;
  price: Span;
  size: "sm" | undefined;
  /** Asks again at its price; used where the first request may have been charged. */
  onAgain: (action: PurchaseAction, shown: Span) => Promise<void>;
  /** Shows the priced button again; sends nothing. */
  onReset: () => void;
}) {
  const words = useWords("cost");
  if (props.stage.name === "unknown") {
    const lost = <span className="outcome unknown">{words("unknownOutcome", { n: props.stage.creditsMax })}</span>;
    // A basket's lines are asked for again one by one.
    if (props.action.kind === "basket") return lost;
    const again: PurchaseAction = { ...props.action, epoch: "again" };
    return (
      <span className="paid" role="status">
        {lost}
        <button
          className="buy sm"
          type="button"
          data-paid={props.action.kind}
          aria-label={`${words("tryAgain")}, ${words("credits", { n: props.price.max })}`}
          onClick={() => void props.onAgain(again, props.price)}
        >
          <span className="verb">{words("tryAgain")}</span>
          <Price {...props.price} />
        </button>
      </span>
    );
  }
  const { problem, view } = props.stage;
  const uncertain = problem.code === "app_unreachable";
  return (
    <span className="paid" role="status">
      <span className={uncertain ? "outcome unknown" : "outcome failed"}>
        <span>
          {uncertain ? null : <b>{words("charged", { n: view?.credits_charged ?? 0 })}</b>}{" "}
          {problemWords(problem, words)}
          {problem.instance === null ? null : (
            <span className="text-muted"> {words("request", { id: problem.instance })}</span>
          )}
        </span>
      </span>
      {problem.code === "search_backend_timeout" ? null : (
        <button className="btn sm" type="button" onClick={props.onReset}>
          {words("askAgain")}
        </button>
      )}
    </span>
  );
}
