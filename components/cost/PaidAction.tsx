"use client";

import type { Route } from "next";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { persistently } from "@/components/ui/persistently";
import { useWords } from "@/lib/next/provider";
import { useServiceAway } from "@/lib/next/queries/service-provider";
import { routes } from "@/lib/routes";
import type { Blocker, PurchaseAction, PurchaseView, Price as Span } from "@/lib/spending/wire";
import { OwnedSeal, Price } from "../ui/Price.tsx";
import type { CostWords } from "./action-words.ts";
import { BasketButton } from "./BasketButton.tsx";
import { Outcome } from "./Outcome.tsx";
import { priceShown } from "./purchase-stages.ts";
import { useCredits } from "./use-owned.ts";
import { usePurchase } from "./use-purchase.ts";

const loadDialog = () => persistently(() => import("./ConfirmDialog.tsx"));
const ConfirmDialog = dynamic(() => loadDialog().then((code) => code.ConfirmDialog), { ssr: false });

interface PaidActionProps {
  readonly action: PurchaseAction;
  /** "Read section": what the click does. */
  readonly verb: string;
  /** The verb while the purchase runs, for example "Reading section"; `verb` where absent. */
  readonly busyVerb?: string | undefined;
  /** The price on the screen: the most that the click may cost. */
  readonly price: Span;
  /** For the dialog and the receipt; its language where it differs from the page's. */
  readonly subject: string;
  readonly subjectLang?: string | undefined;
  /** Already owned: no price is shown. The verb is a link to `href`, or a button that calls `onOpen`. */
  readonly owned?: boolean | undefined;
  readonly href?: Route | undefined;
  readonly onOpen?: (() => void) | undefined;
  readonly onBought?: ((view: PurchaseView) => void) | undefined;
  readonly size?: "sm" | undefined;
  /** The question in the confirmation dialog, where it can say more than the kind of purchase tells. */
  readonly question?: string | undefined;
  /** A reason known beforehand why it can't be bought, for example that the document isn't released yet. */
  readonly blocked?: string | undefined;
  /** Shown instead while another purchase of the same thing is on its way, so that it is not for sale meanwhile. */
  readonly asked?: ReactNode;
  /** Hides the text beside the button (balance after, reasons), which is then only in its accessible name. */
  readonly bare?: boolean | undefined;
}

/** The only control that can spend, and never more than the price it shows. */
export function PaidAction(props: PaidActionProps) {
  const purchase = usePurchase({ subject: { text: props.subject, lang: props.subjectLang }, onBought: props.onBought });
  return <PaidActionIn {...props} purchase={purchase} />;
}

/** The same in the stage of a purchase that is given to it. */
export function PaidActionIn({
  purchase,
  ...props
}: PaidActionProps & { readonly purchase: ReturnType<typeof usePurchase> }) {
  const words = useWords("cost");
  const credits = useCredits();
  const { stage } = purchase;
  const away = useServiceAway();

  if (props.owned === true) return <OwnedAction {...props} />;
  if (stage.name === "running" || stage.name === "quoting") {
    return <BusyControl {...props} reserved={stage.name === "running" ? stage.reserved : null} view={viewOf(stage)} />;
  }
  if (stage.name === "unknown" || stage.name === "failed") {
    const { action, price, size } = props;
    return <Outcome {...{ stage, action, price, size }} onAgain={purchase.start} onReset={purchase.reset} />;
  }

  if (props.asked !== undefined && (stage.name === "idle" || stage.name === "done")) return props.asked;
  const price = priceShown(stage, props.action, props.price);
  const reason = props.blocked ?? (away ? words("serviceAway") : null) ?? reasonOf(stage, price, credits, words);
  const after = credits?.balance === null || credits === undefined ? null : credits.balance - price.max;
  const note = reason ?? noteOf(stage.name, price, after, words);
  return (
    <Control
      {...props}
      price={price}
      reason={reason}
      note={note}
      repriced={stage.name === "repriced"}
      budgetLink={stage.name === "blocked" ? overCap(stage.quote.blocker) : capReached(price, credits)}
      onClick={() => {
        // The dialog is loaded while the server makes the quote.
        void loadDialog();
        void purchase.start(props.action, price);
      }}
    >
      {stage.name === "confirming" ? (
        <ConfirmDialog
          quote={stage.quote}
          verb={props.verb}
          question={props.question}
          subject={props.subject}
          subjectLang={props.subjectLang}
          blocked={away ? words("serviceAway") : null}
          onCancel={purchase.reset}
          onConfirm={() => void purchase.confirm()}
        />
      ) : null}
    </Control>
  );
}

function OwnedAction(props: PaidActionProps) {
  const className = props.size === "sm" ? "btn sm" : "btn";
  return (
    <span className="paid">
      {props.href !== undefined ? (
        <Link className={className} href={props.href}>
          {props.verb}
        </Link>
      ) : (
        <button className={className} type="button" onClick={props.onOpen}>
          {props.verb}
        </button>
      )}
      <OwnedSeal compact={props.size === "sm"} />
    </span>
  );
}

function Control(
  props: PaidActionProps & {
    reason: string | null;
    note: string | null;
    repriced: boolean;
    budgetLink: boolean;
    onClick: () => void;
    children: ReactNode;
  },
) {
  const words = useWords("cost");
  const disabled = props.reason !== null;
  const shown = disabled || props.repriced || props.price.min !== props.price.max;
  return (
    <span className="paid group/paid">
      <button
        className={props.size === "sm" ? "buy sm" : "buy"}
        type="button"
        data-paid={props.action.kind}
        aria-disabled={disabled || undefined}
        onClick={disabled ? undefined : props.onClick}
      >
        <span className="verb">
          {props.verb}
          <span className="comma">, </span>
        </span>
        <Price {...props.price} off={disabled} spoken={props.note === null ? "" : `, ${props.note}`} />
      </button>
      {props.action.kind === "basket" || props.action.epoch !== undefined || props.blocked !== undefined ? null : (
        <BasketButton key={JSON.stringify(props.action)} action={props.action} />
      )}
      {props.note !== null && props.bare !== true ? (
        <span
          className={
            shown ? "after" : "after invisible group-focus-within/paid:visible group-hover/paid:visible touch:visible"
          }
          role={props.repriced ? "status" : undefined}
        >
          {props.note}
          {props.budgetLink ? (
            <>
              {" "}
              <Link href={routes.ledger({ budget: "edit" })}>{words("changeBudget")}</Link>
            </>
          ) : null}
        </span>
      ) : null}
      {props.children}
    </span>
  );
}

function BusyControl(props: PaidActionProps & { reserved: number | null; view: PurchaseView | null }) {
  const words = useWords("cost");
  const total = props.view?.intents.length ?? 1;
  const settled = props.view?.intents.filter((each) => each.state !== "intent" && each.state !== "sent").length ?? 0;
  return (
    <span className="paid">
      <button className={props.size === "sm" ? "buy sm" : "buy"} data-state="busy" type="button" aria-busy="true">
        <span className="verb">{props.busyVerb ?? props.verb}</span>
        <span className="wait">
          {props.reserved === null ? words("asking") : words("reserved", { n: props.reserved })}
        </span>
      </button>
      {total > 1 ? (
        <span className="after" role="status">
          <progress className="sr-only" max={total} value={settled} />
          {words("pagesDone", { done: settled, total })}
        </span>
      ) : props.reserved !== null && props.bare !== true ? (
        <span className="after">{words("mayLeave")}</span>
      ) : null}
    </span>
  );
}

type Stage = ReturnType<typeof usePurchase>["stage"];
type Credits = ReturnType<typeof useCredits>;

function viewOf(stage: Stage): PurchaseView | null {
  return stage.name === "running" ? stage.view : null;
}

/** From the server's answer where a quote was made, else from balance and budget. */
function reasonOf(stage: Stage, price: Span, credits: Credits, words: CostWords): string | null {
  if (stage.name === "blocked") return blockerWords(stage.quote.blocker, stage.quote, words);
  if (credits === undefined) return null;
  if (credits.balance !== null && credits.balance < price.max) return words("tooLittle", { balance: credits.balance });
  if (credits.daily_cap !== null && credits.spent_today + price.max > credits.daily_cap) {
    return words("overDaily", { cap: credits.daily_cap });
  }
  if (credits.monthly_cap !== null && credits.spent_month + price.max > credits.monthly_cap) {
    return words("overMonthly", { cap: credits.monthly_cap });
  }
  return null;
}

function blockerWords(
  blocker: Blocker | null,
  quote: { balance: number | null; daily_cap: number | null; monthly_cap: number | null },
  words: CostWords,
): string | null {
  switch (blocker) {
    case null:
      return null;
    case "insufficient":
      return words("tooLittle", { balance: quote.balance ?? 0 });
    case "over_daily_cap":
      return words("overDaily", { cap: quote.daily_cap ?? 0 });
    case "over_monthly_cap":
      return words("overMonthly", { cap: quote.monthly_cap ?? 0 });
    case "not_deliverable":
      return words("notDeliverable");
    case "rate_limited":
      return words("rateLimited");
    case "outcome_unknown":
      return words("heldUnknown");
    case "unreadable":
      return words("heldUnreadable");
    case "repeated_timeout":
      return words("repeatedTimeout");
  }
}

function overCap(blocker: Blocker | null): boolean {
  return blocker === "over_daily_cap" || blocker === "over_monthly_cap";
}

function capReached(price: Span, credits: Credits): boolean {
  if (credits === undefined) return false;
  return (
    (credits.daily_cap !== null && credits.spent_today + price.max > credits.daily_cap) ||
    (credits.monthly_cap !== null && credits.spent_month + price.max > credits.monthly_cap)
  );
}

function noteOf(stage: Stage["name"], price: Span, after: number | null, words: CostWords): string | null {
  if (stage === "repriced") return words("repriced", { n: price.max });
  if (price.min !== price.max) return words("rangeNote", { max: price.max });
  return after === null ? null : words("balanceAfter", { n: after });
}
