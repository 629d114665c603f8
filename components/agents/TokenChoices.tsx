"use client";

import { useState } from "react";
import { useWords } from "@/lib/next/provider";
import type { AgentScope } from "@/lib/store/agent-tokens";

interface Props {
  readonly scopes: readonly AgentScope[];
  /** No usable key is kept: a token needs the owner’s consent. */
  readonly needsConsent: boolean;
}

/** Fields of a form for a token: what it may do, within which caps, and until when. */
export function TokenChoices({ scopes, needsConsent }: Props) {
  const t = useWords("agents");
  const [scope, setScope] = useState<AgentScope>(scopes.includes("free") ? "free" : "owned");
  return (
    <>
      <fieldset>
        <legend className="text-12/ui">{t("scope")}</legend>
        {scopes.map((each) => (
          <label className="check" key={each}>
            <input type="radio" name="scope" value={each} checked={scope === each} onChange={() => setScope(each)} />
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
    </>
  );
}

export function NameField({ value }: { readonly value?: string }) {
  const t = useWords("agents");
  return (
    <div className="field">
      <label htmlFor="token-name">{t("name")}</label>
      <input
        className="input"
        id="token-name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={value}
      />
    </div>
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
