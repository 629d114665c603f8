import { z } from "zod";
import { Receipt } from "../evidence/receipts/receipt.ts";
import type { Owner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { listProofs, type ProofRow, standingOfChecks } from "../store/proofs.ts";

/** All that an owner can prove: quoted words, answers and stored checks, newest first. */
export interface ProofLine {
  readonly kind: "quotation" | "answer" | "check";
  readonly id: string;
  readonly words: string;
  readonly language: string;
  readonly document: { readonly title: string | null; readonly issuer: string | null } | null;
  readonly madeAt: string;
  /** What became of the quoted document since, of a check of the documents behind it; null for an answer. */
  readonly today: Standing | null;
}

export interface Standing {
  readonly state: "stands" | "amended" | "replaced" | "restated" | "withdrawn" | "unchecked";
  /** The filing that amends, replaces or restates. */
  readonly by: string | null;
}

export interface ProofsPage {
  readonly lines: readonly ProofLine[];
  /** Names the place where the next page begins. */
  readonly next: string | null;
}

const pageSize = 50;
const Plan = z.object({ question: z.string(), language: z.string() });
const place = /^(\d{1,15})-([\w-]{1,64})$/;

export async function proofsOf(owner: Owner, after: string | undefined): Promise<ProofsPage> {
  const [, at = Number.MAX_SAFE_INTEGER, id = ""] = place.exec(after ?? "") ?? [];
  const of = { owner_id: owner.ownerId, upstream: owner.upstream.baseUrl };
  const rows = await listProofs(app().store, {
    ...of,
    ...{ at: Number(at), id, limit: pageSize + 1 },
  });
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const checks = shown.filter(({ kind }) => kind === "check").map(({ id: checkId }) => checkId);
  const standing = Map.groupBy(await standingOfChecks(app().store, of, checks), ({ check_id }) => check_id);
  return {
    lines: shown.map((row) =>
      row.kind === "check" ? checkLine(row, (standing.get(row.id) ?? []).map(standingOf)) : lineOf(row),
    ),
    next: last === undefined || rows.length <= pageSize ? null : `${last.made_at}-${last.id}`,
  };
}

function lineOf(row: ProofRow): ProofLine {
  const { kind, id, made_at, body } = row;
  const made = { kind, id, madeAt: new Date(made_at).toISOString() };
  if (kind === "answer") {
    const { question, language } = Plan.parse(JSON.parse(body));
    return { ...made, words: question, language, document: null, today: null };
  }
  const { quote, document } = Receipt.parse(JSON.parse(body));
  const { title, issuer_name: issuer } = document;
  return { ...made, words: quote, language: "ja", document: { title, issuer }, today: standingOf(row) };
}

const worstFirst = ["withdrawn", "replaced", "amended", "restated", "unchecked", "stands"] as const;

function checkLine({ id, body, made_at }: ProofRow, all: readonly Standing[]): ProofLine {
  const today = worstFirst.flatMap((state) => all.find((each) => each.state === state) ?? [])[0] ?? null;
  const madeAt = new Date(made_at).toISOString();
  return { kind: "check", id, words: body, language: "ja", document: null, madeAt, today };
}

type Known = Pick<ProofRow, "looked_at" | "withdrawn" | "amended_by" | "replaced_by" | "restated_by">;

function standingOf({ looked_at, withdrawn, amended_by, replaced_by, restated_by }: Known): Standing {
  if (withdrawn === 1) return { state: "withdrawn", by: null };
  if (replaced_by !== null) return { state: "replaced", by: replaced_by };
  if (amended_by !== null) return { state: "amended", by: amended_by };
  if (restated_by !== null) return { state: "restated", by: restated_by };
  return { state: (looked_at ?? 0) === 0 ? "unchecked" : "stands", by: null };
}
