import { z } from "zod";
import { Receipt } from "../../evidence/receipts/receipt.ts";
import {
  AnswerRun,
  answerStates,
  Failure,
  Figure,
  LedgerLine,
  Passage,
  QuestionPlan,
  stopReasons,
  Wording,
} from "./record.ts";

/**
 * The dossier of an answer: what was asked, planned, bought and found, with a receipt for every passage, in one signed
 * file that `verify.mjs` checks offline. The signature is over the canonical JSON of everything else.
 */
export const dossierFormat = "hiraku-dossier/1";

const text = z.string().nullable();

/** The service's word at the time of signing. */
export const Amendment = z.strictObject({
  document_id: z.string(),
  amended_by_document_id: text,
  superseded_by_document_id: text,
  /** Null where the service did not answer: then it is what was known before. */
  checked_at: text,
});
export type Amendment = z.infer<typeof Amendment>;

export const Dossier = z.strictObject({
  format: z.literal(dossierFormat),
  answer_id: z.string(),
  question: z.string(),
  service: z.string(),
  asked_at: z.string(),
  ended_at: text,
  state: z.enum(answerStates),
  stopped_because: z.enum(stopReasons).nullable(),
  failure: Failure.exactOptional(),
  holds: z.boolean(),
  missing: AnswerRun.shape.missing,
  plan: QuestionPlan,
  purchases: z.array(
    z.strictObject({
      ...LedgerLine.shape,
      request_id: text,
      /** Null where it belongs to no step that was recorded before a crash. */
      step_id: text,
      document_id: text,
      /** Ids of the sections that it bought. */
      sections: z.array(z.string()),
      query: text,
    }),
  ),
  passages: z.array(
    z.strictObject({ ...Passage.omit({ receipt_id: true, score: true }).shape, receipt: Receipt.nullable() }),
  ),
  figures: z.array(Figure.omit({ score: true })),
  not_looked_at: AnswerRun.shape.not_looked_at,
  amendments: z.array(Amendment),
  wording: Wording.nullable(),
  /** Credits; `unknown` may have been charged beyond `charged`. */
  total: z.strictObject({ budget: z.int(), charged: z.int(), unknown: z.int() }),
  issued_at: z.string(),
  signer: z.strictObject({ algorithm: z.literal("Ed25519"), kid: z.string(), public_key: z.string() }),
  signature: z.string(),
});
export type Dossier = z.infer<typeof Dossier>;
export type UnsignedDossier = Omit<Dossier, "signature" | "signer">;

/** Parts that the record of the run does not have. */
export interface DossierSources {
  readonly service: string;
  readonly issuedAt: string;
  readonly amendments: readonly Amendment[];
  /** By receipt. */
  readonly receipts: ReadonlyMap<string, Receipt>;
  /** The service's id of the request that charged, by intent. */
  readonly requestIds: ReadonlyMap<string, string | null>;
}

export function makeDossier(run: AnswerRun, from: DossierSources): UnsignedDossier {
  const purchases = purchasesOf(run, from);
  const sum = (lines: typeof purchases, of: (line: (typeof purchases)[number]) => number) =>
    lines.reduce((total, line) => total + of(line), 0);
  const open = purchases.filter(({ credits, state }) => credits === null && state !== "failed");
  return {
    format: dossierFormat,
    answer_id: run.answer_id,
    question: run.plan.question,
    service: from.service,
    asked_at: run.asked_at,
    ended_at: run.ended_at,
    state: run.state,
    stopped_because: run.stopped_because,
    ...(run.failure === undefined ? {} : { failure: run.failure }),
    holds: run.holds,
    ...(run.missing === undefined ? {} : { missing: run.missing }),
    plan: run.plan,
    purchases,
    passages: run.passages.map(({ receipt_id, score: _score, ...passage }) => {
      const receipt = receipt_id === null ? undefined : from.receipts.get(receipt_id);
      // A receipt for other words proves nothing of these.
      const fits = receipt?.quote === passage.text && receipt.delivered.sha256 === passage.sha256;
      return { ...passage, receipt: fits ? receipt : null };
    }),
    figures: run.figures.map(({ score: _score, ...figure }) => figure),
    not_looked_at: run.not_looked_at,
    amendments: [...from.amendments],
    wording: run.wording === undefined ? null : { ...run.wording, unverified: true },
    total: {
      budget: run.budget,
      charged: sum(purchases, ({ credits }) => credits ?? 0),
      unknown: sum(open, ({ credits_max }) => credits_max),
    },
    issued_at: from.issuedAt,
  };
}

function purchasesOf(run: AnswerRun, from: DossierSources): UnsignedDossier["purchases"] {
  const none = { step_id: null, document_id: null, sections: [], query: null };
  const lines = [
    ...run.steps.flatMap(({ ledger, step_id, document_id, sections, query }) =>
      ledger.map((line) => ({
        ...line,
        step_id,
        document_id,
        sections: sections.map(({ section_id }) => section_id),
        query,
      })),
    ),
    ...run.other_ledger.map((line) => ({ ...line, ...none })),
  ];
  return lines.map((line) => ({ ...line, request_id: from.requestIds.get(line.intent_id) ?? null }));
}

/** The intents of everything that the run bought, each once. */
export function intentsOf(run: Pick<AnswerRun, "steps" | "other_ledger">): readonly string[] {
  const lines = [...run.steps.flatMap(({ ledger }) => ledger), ...run.other_ledger];
  return [...new Set(lines.map(({ intent_id }) => intent_id))];
}

/** Those that the answer stands on. */
export function documentsOf({ passages, figures }: Pick<AnswerRun, "passages" | "figures">): readonly string[] {
  return [...new Set([...passages, ...figures].map(({ document_id }) => document_id))];
}
