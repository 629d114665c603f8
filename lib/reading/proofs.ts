import { z } from "zod";
import { Receipt } from "../evidence/receipts/receipt.ts";
import type { Owner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { listProofs, type ProofRow } from "../store/proofs.ts";

/** What an owner can prove: quoted words and answers, newest first. */
export interface ProofLine {
  readonly kind: "quotation" | "answer";
  readonly id: string;
  readonly words: string;
  readonly language: string;
  readonly document: { readonly title: string | null; readonly issuer: string | null } | null;
  readonly madeAt: string;
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
  const rows = await listProofs(app().store, {
    ...{ owner_id: owner.ownerId, upstream: owner.upstream.baseUrl },
    ...{ at: Number(at), id, limit: pageSize + 1 },
  });
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    lines: shown.map(lineOf),
    next: last === undefined || rows.length <= pageSize ? null : `${last.made_at}-${last.id}`,
  };
}

function lineOf({ kind, id, made_at, body }: ProofRow): ProofLine {
  const made = { kind, id, madeAt: new Date(made_at).toISOString() };
  if (kind === "answer") {
    const { question, language } = Plan.parse(JSON.parse(body));
    return { ...made, words: question, language, document: null };
  }
  const { quote, document } = Receipt.parse(JSON.parse(body));
  return { ...made, words: quote, language: "ja", document: { title: document.title, issuer: document.issuer_name } };
}
