"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { jstDateTime } from "@/lib/contract/dates";
import type { SubscriptionFacts } from "@/lib/features/following/subscription-facts";
import { useWords } from "@/lib/next/provider";
import { resumeWithKey, subscriptionsKey, subscriptionsQuery } from "@/lib/next/queries/updates";
import { useChange } from "@/lib/next/queries/use-change";
import { DailyMail } from "./DailyMail.tsx";
import { Feeds } from "./Feeds.tsx";
import { mailProblemWord, problemWord } from "./subscription-problem.ts";
import { Webhooks } from "./Webhooks.tsx";

interface Props {
  readonly facts: SubscriptionFacts;
  /** The source that a link from Today names. */
  readonly about: string | undefined;
}

/** Feeds, webhooks and the daily mail of the owner: made, listed, revoked; before the first one, consent that the key is kept. */
export function Subscriptions({ facts: initial, about }: Props) {
  const t = useWords("updates");
  const { data: facts } = useQuery(subscriptionsQuery(initial));
  const [chosen, setChosen] = useState(about);
  const [consent, setConsent] = useState(false);
  const { problem, run } = useChange(subscriptionsKey);
  const source = facts.choices.find((each) => each.source === chosen)?.source ?? facts.choices[0]?.source ?? "all";
  const mailProblem = mailProblemWord(problem, useWords("mail"));
  const maker = { source, consent, run, timeOf };
  return (
    <section className="min-w-0" aria-labelledby="subscriptions-head">
      <div className="sect-h">
        <h2 id="subscriptions-head">{t("head")}</h2>
      </div>
      <p className="text-12/ui text-muted">{t("lead")}</p>
      {facts.key === "none" ? (
        <div className="say mt-3">
          <h3 className="text-13/5 font-semibold">{t("consentHead")}</h3>
          <p className="text-12/ui">{t("consentText")}</p>
          <label className="check mt-2">
            <input type="checkbox" checked={consent} onChange={() => setConsent(!consent)} />
            {t("consent")}
          </label>
        </div>
      ) : null}
      {facts.key === "kept" ? (
        <p className="mt-2 text-12/ui text-muted">
          {t("keyKept")} {facts.checkedAt === null ? t("notChecked") : t("checked", { when: timeOf(facts.checkedAt) })}
        </p>
      ) : null}
      {facts.key === "paused" ? (
        <div className="say mt-3 border-amber">
          <p className="text-12/ui">{t("paused")}</p>
          <p className="text-12/ui">{t("consentText")}</p>
          <button className="btn mt-2" type="button" onClick={() => void run(resumeWithKey)}>
            {t("resume")}
          </button>
        </div>
      ) : null}
      <p className={problem === undefined ? "sr-only" : "say mt-3"} role="alert">
        {problem === undefined ? "" : (mailProblem ?? t(problemWord(problem)))}
      </p>
      <div className="field mt-3">
        <label htmlFor="about">{t("about")}</label>
        <select className="input" id="about" value={source} onChange={(event) => setChosen(event.target.value)}>
          {facts.choices.map((choice) => (
            <option key={choice.source} value={choice.source}>
              {choice.title}
            </option>
          ))}
        </select>
      </div>
      <Feeds feeds={facts.feeds} {...maker} />
      <Webhooks webhooks={facts.webhooks} {...maker} />
      {facts.mail === undefined ? null : <DailyMail mail={facts.mail} consent={consent} run={run} />}
    </section>
  );
}

function timeOf(ms: number): string {
  return jstDateTime(ms).slice(0, 16).replace("T", " ");
}
