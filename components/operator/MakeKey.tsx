"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { CopyButton } from "@/components/share";
import type { MadeKey } from "@/lib/contract/operator";
import { useWords } from "@/lib/next/provider";
import { fetchOwnApi, OwnApiError } from "@/lib/next/queries/own-api";
import { operatorRoutes } from "@/lib/routes";
import type { Outcome } from "./words.ts";

/**
 * A new key is in the answer to this form's request alone: it stays in this component, and no page that could be loaded
 * again has it. `changeId` comes with each rendering of the page, so that a request that is sent twice makes one key.
 */
export function MakeKey({ changeId }: { readonly changeId: string }) {
  const t = useWords("operator");
  const router = useRouter();
  const [made, setMade] = useState<MadeKey>();
  const [problem, setProblem] = useState<Outcome>();
  const [isBusy, setIsBusy] = useState(false);
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    const text = (name: string) => String(fields.get(name) ?? "").trim();
    const number = (name: string) => (text(name) === "" ? null : Number(text(name)));
    const body = {
      name: text("name"),
      credits: number("credits"),
      per_minute: Number(text("per_minute")),
      per_day: number("per_day"),
      operator_key: text("operator_key"),
      change_id: changeId,
    };
    setProblem(undefined);
    setIsBusy(true);
    try {
      setMade(await fetchOwnApi<MadeKey>(operatorRoutes.keys(), { method: "POST", body }));
      form.reset();
    } catch (error) {
      setProblem(outcomeOf(error));
    } finally {
      setIsBusy(false);
      router.refresh();
    }
  };
  return (
    <form className="*:not-first:mt-3" onSubmit={(event) => void make(event)} aria-labelledby="make-head">
      <div className="sect-h">
        <h2 id="make-head">{t("make")}</h2>
      </div>
      {problem === undefined ? null : (
        <p className="say" role="alert">
          {t(problem === "ended" ? "ended" : `outcome_${problem}`)}
        </p>
      )}
      {made === undefined ? null : (
        <div className="say" role="status">
          <p className="text-12/ui">{t("made", { id: made.id })}</p>
          <code className="mt-1 block font-mono text-13/5 break-all normal-nums select-all">{made.key}</code>
          <p className="row-acts mt-2">
            <CopyButton className="btn sm" text={() => made.key} label={t("copyKey")} done={t("copied")} />
            <button className="btn sm" type="button" onClick={() => setMade(undefined)}>
              {t("dismiss")}
            </button>
          </p>
        </div>
      )}
      <div className="field">
        <label htmlFor="new-name">{t("name")}</label>
        <input className="input" id="new-name" name="name" required maxLength={200} autoComplete="off" />
      </div>
      <div className="grid grid-cols-3 gap-3 max-md:grid-cols-2">
        <Amount name="credits" label={t("credits")} value={100} min={0} />
        <Amount name="per_minute" label={t("perMinute")} value={600} min={1} isRequired />
        <Amount name="per_day" label={t("perDay")} value={100_000} min={1} />
      </div>
      <p className="text-12/ui text-muted">{t("emptyUnlimited")}</p>
      <div className="field">
        <label htmlFor="make-again">{t("again")}</label>
        <input
          className="input"
          id="make-again"
          name="operator_key"
          type="password"
          required
          autoComplete="off"
          maxLength={512}
        />
      </div>
      <button className="btn" type="submit" disabled={isBusy}>
        {t("make")}
      </button>
    </form>
  );
}

interface AmountProps {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly isRequired?: boolean;
}

function Amount({ name, label, value, min, isRequired = false }: AmountProps) {
  return (
    <div className="field content-end">
      <label htmlFor={`new-${name}`}>{label}</label>
      <input
        className="input"
        id={`new-${name}`}
        name={name}
        type="number"
        min={min}
        max={1_000_000_000}
        defaultValue={value}
        required={isRequired}
      />
    </div>
  );
}

const outcomes: Readonly<Record<string, Outcome>> = {
  signed_out: "ended",
  wrongKey: "wrongKey",
  tooMany: "tooMany",
  repeated: "repeated",
  validation_failed: "invalid",
  invalid: "invalid",
};

function outcomeOf(error: unknown): Outcome {
  return (error instanceof OwnApiError ? outcomes[error.problem.code] : undefined) ?? "unreachable";
}
