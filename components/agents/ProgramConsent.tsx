"use client";

import { type FormEvent, useState } from "react";
import { Link } from "@/components/ui/Link.tsx";
import type { ConsentFacts } from "@/lib/features/programs/oauth/consent";
import { useWords } from "@/lib/next/provider";
import { answerProgram, type WantedToken } from "@/lib/next/queries/agents";
import { OwnApiError } from "@/lib/next/queries/own-api";
import { agentRoutes } from "@/lib/routes";
import { type AgentProblem, problemWord } from "./agent-problem.ts";
import { chosenToken } from "./chosen-token.ts";
import { NameField, TokenChoices } from "./TokenChoices.tsx";

interface Props {
  readonly facts: ConsentFacts;
  /** What the program asks for, as the page's address has it. */
  readonly search: string;
}

/** A program asks for a token, and its reader decides what it gets. */
export function ProgramConsent({ facts, search }: Props) {
  const t = useWords("agents");
  const [problem, setProblem] = useState<AgentProblem>();
  const [isAnswered, setAnswered] = useState(false);
  const answer = async (wanted: WantedToken | null) => {
    setProblem(undefined);
    setAnswered(true);
    try {
      // A form could not lead there: the policy lets forms lead to this app alone.
      window.location.assign((await answerProgram(search, wanted)).location);
    } catch (error) {
      setProblem(problemWord(error instanceof OwnApiError ? error.problem.code : ""));
      setAnswered(false);
    }
  };
  const allow = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void answer(chosenToken(event.currentTarget));
  };
  if (facts.fault !== null) {
    return (
      <div className="err">
        <h1>{t("asksWrong")}</h1>
        <p>{t(`fault_${facts.fault}`)}</p>
        {facts.back === null ? null : (
          <p>
            <a href={facts.back}>{t("backToProgram")}</a>
          </p>
        )}
      </div>
    );
  }
  const { name, host, goesTo, isLocal, scopes, needsConsent } = facts;
  return (
    <section className="max-w-[44em]" aria-labelledby="asks-head">
      <h1 className="h-page" id="asks-head">
        {t("asksTitle")}
      </h1>
      <dl className="facts mt-4">
        <dt>{t("asksName")}</dt>
        <dd>
          <bdi>{name}</bdi>
          <br />
          <span className="text-12/ui text-muted">{host === null ? t("nameUnchecked") : t("nameOf", { host })}</span>
          {host !== null && isLocal ? (
            <>
              <br />
              <span className="text-12/ui text-muted">{t("nameLocal")}</span>
            </>
          ) : null}
        </dd>
        <dt>{t("goesTo")}</dt>
        <dd className="font-mono break-all">{goesTo}</dd>
      </dl>
      <p className="mt-4 text-13/5">{t("asksLead")}</p>
      <p className={problem === undefined ? "sr-only" : "say mt-3"} role="alert">
        {problem === undefined ? "" : t(problem)}
      </p>
      <form className="mt-4 *:not-first:mt-3" onSubmit={allow}>
        <NameField value={name} />
        <TokenChoices scopes={scopes} needsConsent={needsConsent} />
        <p className="row-acts">
          <button className="btn" type="submit" disabled={isAnswered}>
            {t("allow")}
          </button>
          <button className="btn" type="button" disabled={isAnswered} onClick={() => void answer(null)}>
            {t("decline")}
          </button>
        </p>
      </form>
      <p className="mt-6">
        <Link href={agentRoutes.page()}>{t("back")}</Link>
      </p>
    </section>
  );
}
