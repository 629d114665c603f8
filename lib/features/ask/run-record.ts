import { z } from "zod";
import { AnswerRun, Figure, Passage, PlanStep, RunStep } from "./record.ts";

/** Charges are not among the fields, since the ledger has them. */
export const StoredStep = RunStep.omit({ ledger: true });
export type StoredStep = z.infer<typeof StoredStep>;

export const RunRecord = z.strictObject({
  request: z.unknown(),
  /** How far each planned document is expected to answer, by id. */
  weights: z.record(z.string(), z.number()),
  /** The confirmed maximum; null while it is only planned. */
  budget: z.int().min(0).nullable(),
  steps: z.array(StoredStep),
  /** Steps that promised most and were not bought, since a person has to approve them first. */
  passed_over: z.array(PlanStep).default([]),
  passages: z.array(Passage),
  figures: z.array(Figure),
  holds: z.boolean(),
  missing: AnswerRun.shape.missing,
  not_looked_at: AnswerRun.shape.not_looked_at,
  stopped_because: AnswerRun.shape.stopped_because,
  failure: AnswerRun.shape.failure,
  wording: AnswerRun.shape.wording,
});
export type RunRecord = z.infer<typeof RunRecord>;

export function readRecord(text: string): RunRecord {
  return RunRecord.parse(JSON.parse(text));
}
