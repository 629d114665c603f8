"use client";

import { type FormEvent, useState } from "react";
import { ShownOnce } from "@/components/share";
import { useWords } from "@/lib/next/provider";
import { makeToken } from "@/lib/next/queries/agents";
import type { Run } from "@/lib/next/queries/use-change";
import type { AgentScope } from "@/lib/store/agent-tokens";
import { chosenToken } from "./chosen-token.ts";
import { NameField, TokenChoices } from "./TokenChoices.tsx";

const scopes: readonly AgentScope[] = ["owned", "free", "spend"];

interface Props {
  /** No usable key is kept: a token needs the owner’s consent. */
  readonly needsConsent: boolean;
  readonly run: Run;
}

export function TokenForm({ needsConsent, run }: Props) {
  const t = useWords("agents");
  const [token, setToken] = useState<string>();
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const wanted = chosenToken(form);
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
      <NameField />
      <TokenChoices scopes={scopes} needsConsent={needsConsent} />
      <button className="btn" type="submit">
        {t("makeToken")}
      </button>
    </form>
  );
}
