import { z } from "zod";

/**
 * A question answered from filings for at most so many credits: what is asked, the plan that is free, and what its run
 * bought and found. These are the records that are stored, sent to the browser and to programs, and signed.
 */
export const budgetMax = 100;
export const issuersMax = 5;
export const documentsMax = 10;

const day = z.iso.date();
const credits = z.int().min(0);

export const QuestionRequest = z.strictObject({
  question: z.string().trim().min(2).max(1_000),
  /** The issuers it is about, where it does not name them itself. */
  security_codes: z.array(z.string().trim().min(4).max(5)).max(issuersMax).exactOptional(),
  /** Only these documents are looked at. */
  document_ids: z.array(z.string().min(1).max(128)).max(documentsMax).exactOptional(),
  /** The most that the answer may cost; 0 reads what is owned. */
  budget: z.int().min(0).max(budgetMax),
  since: day.exactOptional(),
  until: day.exactOptional(),
  /** Where it names no issuer: the search is of all of them. */
  whole_market: z.literal(true).exactOptional(),
});
export type QuestionRequest = z.infer<typeof QuestionRequest>;

/** Sections of one document are bought together, which costs less than one by one. */
export const stepKinds = ["owned_figures", "owned_text", "search", "sections"] as const;

/** Why a section is expected to bring evidence; `words` are those of the question or of the heading that say so. */
export const stepReasons = [
  /** Its text is owned and costs nothing to read. */
  "owned",
  /** Questions of this kind stand under this heading of a report. */
  "statutory_heading",
  "heading_words",
  "found_by_search",
  /** Nothing but its size and price speaks for it. */
  "remaining",
] as const;
export type StepReason = (typeof stepReasons)[number];

export const PlanSection = z.strictObject({
  section_id: z.string(),
  title: z.string(),
  characters: z.int().min(0).nullable(),
  why: z.strictObject({ reason: z.enum(stepReasons), words: z.array(z.string()) }),
});
export type PlanSection = z.infer<typeof PlanSection>;

export const PlanStep = z.strictObject({
  step_id: z.string(),
  kind: z.enum(stepKinds),
  /** Null for a search. */
  document_id: z.string().nullable(),
  /** The words of a search; null for sections. */
  query: z.string().nullable(),
  /** In reading order; none for a search. */
  sections: z.array(PlanSection),
  document_title: z.string().nullable(),
  issuer_name: z.string().nullable(),
  /** 0 where it is owned. */
  credits,
  owned: z.boolean(),
});
export type PlanStep = z.infer<typeof PlanStep>;

export const PlannedDocument = z.strictObject({
  document_id: z.string(),
  title: z.string().nullable(),
  issuer_name: z.string().nullable(),
  security_code: z.string().nullable(),
  period_end: z.string().nullable(),
  /** Of all its text now; null where unknown. */
  whole_credits: credits.nullable(),
});
export type PlannedDocument = z.infer<typeof PlannedDocument>;

export const QuestionPlan = z.strictObject({
  plan_id: z.string(),
  question: z.string(),
  language: z.enum(["ja", "en"]),
  asks_for: z.enum(["figure", "text"]),
  budget: credits,
  /** `named_as`: the words of the question that name it; null where it was given beside the question. */
  /** Words of the question, and those that filings have for them: marked where they stand in a passage. */
  words: z.array(z.string()).exactOptional(),
  issuers: z.array(z.strictObject({ security_code: z.string(), name: z.string(), named_as: z.string().nullable() })),
  documents: z.array(PlannedDocument),
  /** It names no issuer that is known, and nothing is bought before one is chosen, or the whole market. */
  needs_issuer: z.literal(true).exactOptional(),
  /** In the order in which they would be taken if none brought the answer. */
  steps: z.array(PlanStep),
  /** The first step that the budget doesn't reach; the number of steps where it reaches all of them. */
  stops_at: z.int().min(0),
  /** Of the steps before `stops_at`, never more than the budget. A person starts the run for at most this. */
  most: credits,
  total_if_all: credits,
  planned_at: z.string(),
});
export type QuestionPlan = z.infer<typeof QuestionPlan>;

/** Verified words of a filing: they stand at these offsets of the delivered text with this hash. */
export const Passage = z.strictObject({
  document_id: z.string(),
  document_title: z.string().nullable(),
  issuer_name: z.string().nullable(),
  section_id: z.string().nullable(),
  heading: z.string().nullable(),
  page: z.int().nullable(),
  text: z.string(),
  /** Code points of the delivered text. */
  offsets: z.strictObject({ start: z.int().min(0), end: z.int().min(1) }),
  receipt_id: z.string().nullable(),
  /** Hash of the delivered bytes. */
  sha256: z.string(),
  score: z.number(),
  amended_by_document_id: z.string().nullable(),
  superseded_by_document_id: z.string().nullable(),
});
export type Passage = z.infer<typeof Passage>;

/** A figure of an owned package (XBRL), as the filing tags it: `exact` for this element, this time and this basis. */
export const FigureFact = z.strictObject({
  element: z.string(),
  label_en: z.string(),
  /** Null for a day. */
  start: z.string().nullable(),
  end: z.string(),
  /** Null where the filing doesn't say it of this item. */
  basis: z.enum(["consolidated", "separate"]).nullable(),
  exact: z.string(),
  document_title: z.string().nullable(),
  heading: z.string().nullable(),
  original_id: z.string(),
  /** Hash of the package's bytes. */
  sha256: z.string(),
});

export type FigureFact = z.infer<typeof FigureFact>;

/** A cell of a delivered table, with its words as they are printed, or a figure of an owned package. */
export const Figure = z.strictObject({
  document_id: z.string(),
  /** Null where the place of a package's figure isn't known. */
  section_id: z.string().nullable(),
  /** Its row stands in this passage of the answer; null for a figure of a package. */
  passage: z.int().min(0).nullable(),
  row: z.string(),
  column: z.string(),
  value: z.string(),
  unit: z.string().nullable(),
  score: z.number(),
  security_code: z.string().nullable().exactOptional(),
  /** The last month of its period, as 2024-03; null where no column says it. */
  period: z.string().nullable().exactOptional(),
  fact: FigureFact.exactOptional(),
});
export type Figure = z.infer<typeof Figure>;

/** An issuer or a period of the question of which the answer was not found; without either, the whole of it. */
export const Missing = z.strictObject({
  security_code: z.string().nullable(),
  issuer_name: z.string().nullable(),
  /** As 2024-03, 2024 or FY2024. */
  period: z.string().nullable(),
  /** Words of the question that nothing covers. */
  words: z.array(z.string()),
  /** False where no document of the issuer is known. */
  has_documents: z.boolean(),
  /** Of the next purchase for it; null where there is none. */
  credits: credits.nullable(),
});
export type Missing = z.infer<typeof Missing>;

/** `bought` was charged, `read` was owned, `unknown` may have been charged, `failed` was not. */
export const stepOutcomes = ["waiting", "running", "read", "bought", "failed", "unknown"] as const;

/** One charge, or one that may have been made: a row of the ledger. */
export const LedgerLine = z.strictObject({
  intent_id: z.string(),
  state: z.enum(["intent", "sent", "stored", "failed", "unknown"]),
  /** Null while it isn't known. */
  credits: credits.nullable(),
  credits_max: credits,
  at: z.string(),
});
export type LedgerLine = z.infer<typeof LedgerLine>;

export const RunStep = z.strictObject({
  ...PlanStep.shape,
  outcome: z.enum(stepOutcomes),
  purchase_id: z.string().nullable(),
  ledger: z.array(LedgerLine),
  /** A problem's code where it failed. */
  error_code: z.string().nullable(),
});
export type RunStep = z.infer<typeof RunStep>;

export const answerStates = ["planned", "running", "done", "stopped", "failed"] as const;

export const stopReasons = [
  /** The evidence holds. */
  "evidence",
  /** The rest of the budget buys no further step. */
  "budget",
  /** Nothing that is known is left to look at. */
  "nothing_left",
  "stopped_by_owner",
  /** The app ended meanwhile. What was bought is owned, and asking again goes on from there. */
  "interrupted",
  /** The rest of the purchases needs a person's approval, and is named by `not_looked_at`. */
  "threshold",
  /** A cap, the balance or the service refused; `error_code` of the last step says which. */
  "refused",
  /** The run broke off: `failure` says why. What was bought is owned. */
  "failed",
] as const;
export type StopReason = (typeof stopReasons)[number];

/** The id under which the app's log has what broke a run off, and the problem's code: `app_error` for an exception. */
export const Failure = z.strictObject({ id: z.string(), code: z.string() });
export type Failure = z.infer<typeof Failure>;

/**
 * Sentences of a language model: its wording is unverified, only the quotes are verified. A sentence whose quotes are not,
 * or that has words of its own, is struck, and shown as struck.
 */
export const Wording = z.strictObject({
  /** Absent in answers of before, and true of them as well. */
  unverified: z.literal(true).exactOptional(),
  sentences: z.array(
    z.strictObject({
      text: z.string(),
      quotes: z.array(z.strictObject({ passage: z.int().min(0), quote: z.string() })),
      struck: z.boolean(),
      why: z.string().exactOptional(),
      /** In another language than its quotes: only numbers, names and known items were compared. */
      translated: z.literal(true).exactOptional(),
    }),
  ),
});
export type Wording = z.infer<typeof Wording>;

export const AnswerRun = z.strictObject({
  answer_id: z.string(),
  state: z.enum(answerStates),
  plan: QuestionPlan,
  /** The confirmed maximum. */
  budget: credits,
  /** Credits charged, and the most that open and unknown outcomes may have cost; never more than the budget. */
  spent: credits,
  task_id: z.string().nullable(),
  /** In the order in which they were taken. */
  steps: z.array(RunStep),
  /** Rows of the ledger that belong to this answer and to no step that was recorded before a crash. */
  other_ledger: z.array(LedgerLine),
  passages: z.array(Passage),
  figures: z.array(Figure),
  /** By the rule for this kind of question. */
  holds: z.boolean(),
  /** Why it doesn't hold; answers before this was recorded have none. */
  missing: z.array(Missing).exactOptional(),
  /** Steps of the plan that were not taken, and documents that were found and left out. */
  not_looked_at: z.array(
    z.strictObject({
      document_id: z.string().nullable(),
      document_title: z.string().nullable(),
      /** Their ids with their headings; none where the whole document was left out. */
      sections: z.array(z.strictObject({ section_id: z.string(), title: z.string() })),
      credits: credits.nullable(),
      /** Passed over, though it promised most: a person has to approve it first. */
      needs_approval: z.literal(true).exactOptional(),
    }),
  ),
  stopped_because: z.enum(stopReasons).nullable(),
  failure: Failure.exactOptional(),
  asked_at: z.string(),
  ended_at: z.string().nullable(),
  wording: Wording.exactOptional(),
});
export type AnswerRun = z.infer<typeof AnswerRun>;

/** Body of `POST /api/answers`: the plan that was on the screen, and its `most`. */
export const AnswerStart = z.strictObject({ plan_id: z.string().max(64), max_credits: credits });
export type AnswerStart = z.infer<typeof AnswerStart>;
