"use client";

import { type FormEvent, useState } from "react";
import { ShownOnce } from "@/components/updates";
import { useWords } from "@/lib/next/provider";
import { makeToken } from "@/lib/next/queries/agents";
import type { Run } from "@/lib/next/queries/use-change";
import type { AgentScope } from "@/lib/store/agent-tokens";

const scopes: readonly AgentScope[] = ["owned", "free", "spend"];

interface Props {
  /** No usable key is kept: a token needs the owner’s consent. */
  readonly needsConsent: boolean;
  readonly run: Run;
}

export function TokenForm({ needsConsent, run }: Props) {
  const t = useWords("agents");
  const [scope, setScope] = useState<AgentScope>("free");
  const [token, setToken] = useState<string>();
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const number = (name: string) => Number(fields.get(name) ?? 0);
    const wanted = {
      name: String(fields.get("name") ?? ""),
      scope,
      daily_cap: number("daily"),
      total_cap: number("total"),
      days: number("days"),
      consent: fields.get("consent") !== null,
    };
    if (await run(async () => setToken((await makeToken(wanted)).token))) form.reset();
  };
  return (
    <form className="max-md:mt-8 *:not-first:mt-3" onSubmit={(event) => void make(event)} aria-labelledby="make-head">
      <div className="sect-h">
        <h2 id="make-head">{t("make")}</h2>
      </div>
      {token === undefined ? null : (
        <ShownOnce value={token} words={t("made")} copyLabel={t("copyToken")} onDone={() => setToken(undefined)} />
      )}
      <div className="field">
        <label htmlFor="token-name">{t("name")}</label>
        <input className="input" id="token-name" name="name" required maxLength={60} autoComplete="off" />
      </div>
      <fieldset>
        <legend className="text-12/ui">{t("scope")}</legend>
        {scopes.map((each) => (
          <label className="check" key={each}>
            <input type="radio" name="scope" checked={scope === each} onChange={() => setScope(each)} />
            {t(`scope_${each}`)}
          </label>
        ))}
      </fieldset>
      {scope === "spend" ? (
        <>
          <NumberField id="daily" label={t("daily")} value={10} max={100_000} />
          <NumberField id="total" label={t("total")} value={50} max={1_000_000} />
          <p className="text-12/ui text-muted">{t("threshold")}</p>
        </>
      ) : null}
      <NumberField id="days" label={t("days")} value={30} min={1} max={365} />
      {needsConsent ? (
        <div className="say">
          <h3 className="text-13/5 font-semibold">{t("consentHead")}</h3>
          <p className="text-12/ui">{t("consentText")}</p>
          <label className="check mt-2">
            <input type="checkbox" name="consent" />
            {t("consent")}
          </label>
        </div>
      ) : null}
      <button className="btn" type="submit">
        {t("makeToken")}
      </button>
    </form>
  );
}

interface NumberProps {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max: number;
}

function NumberField({ id, label, value, min = 0, max }: NumberProps) {
  return (
    <div className="field">
      <label htmlFor={`token-${id}`}>{label}</label>
      <input
        className="input w-32"
        id={`token-${id}`}
        name={id}
        type="number"
        required
        min={min}
        max={max}
        defaultValue={value}
      />
    </div>
  );
}
