import { DocumentId } from "../../contract/ids.ts";
import { parseRequest } from "../../contract/parse-request.ts";
import { issueReceiptFor } from "../../evidence/receipts/receipts.ts";
import { renewEveryMs } from "../../kit/process/leases.ts";
import type { AnswerEndpoint } from "../../kit/settings/answer-endpoint.ts";
import { retryMsOf } from "../../kit/workers/errors.ts";
import { logger } from "../../log.ts";
import type { Owner } from "../../owners/owner.ts";
import { ownedFilingsOf } from "../../reading/figures.ts";
import { type App, app, partOf } from "../../running-app.ts";
import type { Spender } from "../../spending/ports.ts";
import { PurchaseProblem } from "../../spending/problems.ts";
import { spenderOf } from "../../spending/purchases.ts";
import { callFreeEndpoint } from "../../upstream/call-free.ts";
import { isProblem } from "../../upstream/problem-error.ts";
import type { Service } from "../../upstream/service.ts";
import * as runs from "./answer-service.ts";
import type { AnswerDeps, FreeFinds } from "./ports.ts";
import { type AnswerRun, type AnswerStart, type QuestionPlan, Wording } from "./record.ts";
import { RunningAnswers } from "./running-answers.ts";
import { wordAnswer } from "./wording.ts";

const documentsListed = 100;

/** Everything answers are made with: the service's free calls, the purchase engine, kept receipts. */
export function answerDeps(app: AnswerParts): AnswerDeps {
  const endpoint = app.settings.answerEndpoint;
  return {
    ...app.purchases,
    goOn: (running) => partOf(app, RunningAnswers).goOn(running),
    finds: (spender) => findsOf(app.service, spender),
    // Without issuers it would be of all of them.
    figures: async (reader, securityCodes) =>
      securityCodes.length === 0 ? [] : (await ownedFilingsOf(reader, { securityCodes })).filings,
    word: endpoint === undefined ? undefined : (run) => worded(run, endpoint),
    async prove(reader, selection) {
      const kept = await issueReceiptFor(app, reader, { ...selection, before: "" }).catch((error: unknown) => {
        if (error instanceof PurchaseProblem || retryMsOf(error) !== undefined) return undefined;
        throw error;
      });
      return kept === undefined ? undefined : { receipt_id: kept.receipt_id, record: kept.receipt };
    },
  };
}

type AnswerParts = Pick<App, "store" | "service" | "settings" | "purchases" | "parts" | "signing">;

/** Undefined where the model gave nothing that can be checked: the answer is then its passages. */
async function worded(run: AnswerRun, endpoint: AnswerEndpoint): Promise<Wording | undefined> {
  const said = await wordAnswer(run, endpoint);
  return said.kind === "worded" ? Wording.parse({ unverified: true, sentences: said.sentences }) : undefined;
}

function findsOf(service: Service, { upstream: baseUrl, key, keyId }: Spender): FreeFinds {
  const upstream = { service, baseUrl, key, keyId };
  return {
    issuers: async (q) => (await callFreeEndpoint(upstream, "searchIssuers", { q: q.slice(0, 200) })).issuers,
    async documents(codes, { since, until }) {
      const query = new URLSearchParams({ limit: String(documentsListed) });
      for (const code of codes) query.append("security_codes", code);
      if (since !== undefined) query.set("timeline_since", since);
      if (until !== undefined) query.set("timeline_until", until);
      for (const type of periodicTypes) query.append("document_types", type);
      const parsed = parseRequest("listDocuments", { path: {}, query });
      if (!("input" in parsed)) throw new PurchaseProblem(422, "validation", "The days or issuers can't be read.");
      return (await callFreeEndpoint(upstream, "listDocuments", parsed.input)).documents;
    },
    document: (id) => callFreeEndpoint(upstream, "getDocument", { document_id: DocumentId.parse(id) }),
    toc: (id) =>
      callFreeEndpoint(upstream, "getToc", { document_id: DocumentId.parse(id) }).catch((error: unknown) => {
        if (isProblem(error, "content_not_available")) return null;
        throw error;
      }),
  };
}

const periodicTypes = ["annual_securities_report", "earnings_summary", "semiannual_report", "quarterly_report"];

/** Ends what processes that have ended were answering: now, and now and then. Returns what ends that. */
export async function endLeftAnswers(app: AnswerParts): Promise<() => void> {
  const endLeft = async (isAlone: boolean) => {
    try {
      await runs.endLeftAnswers(answerDeps(app), { isAlone });
    } catch (error) {
      logger().error({ err: error }, "answers that were left were not ended");
    }
  };
  // The lock of the data folder lets one process use a file of SQLite: whatever ran before it has ended.
  await endLeft(app.store.engine === "sqlite");
  const looking = setInterval(() => void endLeft(false), renewEveryMs).unref();
  return () => clearInterval(looking);
}

export async function planForOwner(owner: Owner, request: unknown): Promise<QuestionPlan> {
  return runs.planQuestion(answerDeps(app()), spenderOf(owner), request);
}

export async function startForOwner(owner: Owner, start: AnswerStart): Promise<AnswerRun> {
  const answers = answerDeps(app());
  const { run, running } = await runs.startAnswer(answers, spenderOf(owner), start);
  answers.goOn(running);
  return run;
}

export async function answerOf(owner: Owner, answerId: string): Promise<AnswerRun | undefined> {
  await runs.endLeftAnswers(answerDeps(app()));
  return runs.answerOf(answerDeps(app()), spenderOf(owner), answerId);
}

export async function answersOf(owner: Owner): Promise<AnswerRun[]> {
  await runs.endLeftAnswers(answerDeps(app()));
  return runs.listAnswers(answerDeps(app()), spenderOf(owner));
}

export async function stopForOwner(owner: Owner, answerId: string): Promise<AnswerRun> {
  return runs.stopAnswer(answerDeps(app()), spenderOf(owner), answerId);
}
