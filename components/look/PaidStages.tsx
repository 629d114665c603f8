"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/cost/ConfirmDialog";
import { PaidActionIn } from "@/components/cost/PaidAction";
import type { PurchaseStage } from "@/components/cost/purchase-stages";
import { ReceiptLine } from "@/components/cost/ReceiptLine";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { Example } from "./Example.tsx";
import { action, halfway, price, prices, purchase, quote, refusal } from "./examples.ts";

const order = { token: "look", max_credits: 4, action };
const stages: Readonly<Record<string, PurchaseStage>> = {
  unpaid: { name: "idle" },
  "asking for the price": { name: "quoting", action, shown: price, looking: false },
  "in flight": { name: "running", order, reserved: 4, view: null },
  "in flight, several pages": { name: "running", order, reserved: 3, view: halfway },
  "price risen": { name: "repriced", action, price: prices.highest },
  "over the budget": { name: "blocked", quote: { ...quote, blocker: "over_daily_cap" } },
  "not enough credits": { name: "blocked", quote: { ...quote, blocker: "insufficient", balance: 3 } },
  failed: { name: "failed", problem: refusal, view: purchase("failed", refusal) },
  unknown: { name: "unknown", view: purchase("unknown"), creditsMax: 4 },
};
const nothing = async () => undefined;

/** The paid control in each stage of a purchase. The stage is given as a prop, so nothing here can spend. */
export function PaidStages() {
  const words = useWords("documents");
  const verbs = useWords("document");
  const common = { action, verb: verbs("readDocument"), subject: "有価証券報告書－第109期", subjectLang: "ja" };
  const idle = { stage: { name: "idle" }, start: nothing, confirm: nothing, reset: () => undefined } as const;
  return (
    <>
      {Object.entries(stages).map(([name, stage]) => (
        <Example key={name} name={`paid: ${name}`}>
          <PaidActionIn {...common} price={price} purchase={{ ...idle, stage }} />
        </Example>
      ))}
      <Example name="paid: a range">
        <PaidActionIn {...common} price={prices.range} purchase={idle} />
      </Example>
      <Example name="paid: small">
        <PaidActionIn {...common} price={price} size="sm" purchase={idle} />
      </Example>
      <Example name="paid: disabled, not released yet">
        <PaidActionIn {...common} price={price} blocked={words("rowPending")} purchase={idle} />
      </Example>
      <Example name="paid: owned">
        <PaidActionIn {...common} price={price} owned href={routes.desk()} purchase={idle} />
      </Example>
      <Example name="confirmation">
        <Confirmation verb={common.verb} />
      </Example>
      {(["stored", "failed", "unknown"] as const).map((outcome) => (
        <Example key={outcome} name={`receipt: ${outcome}`}>
          <ReceiptLine
            held
            receipt={{
              ...{ id: `look-${outcome}`, outcome, subject: "有価証券報告書－第109期", subjectLang: "ja", label: "" },
              view: purchase(outcome, outcome === "failed" ? refusal : null),
            }}
          />
        </Example>
      ))}
    </>
  );
}

function Confirmation({ verb }: { readonly verb: string }) {
  const words = useWords("cost");
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button className="btn" type="button" onClick={() => setOpen(true)}>
        {words("ask_content")}
      </button>
      {open ? (
        <ConfirmDialog
          {...{ quote, verb, question: undefined, subject: "有価証券報告書－第109期", subjectLang: "ja" }}
          onCancel={close}
          onConfirm={close}
        />
      ) : null}
    </>
  );
}
