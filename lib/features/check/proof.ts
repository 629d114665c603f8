import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalJson, type Json } from "../../evidence/receipts/canonical-json.ts";
import { Receipt } from "../../evidence/receipts/receipt.ts";
import { type CheckedDraft, groupOf } from "./check-draft.ts";
import { verdictKinds } from "./claims.ts";
import type { Draft } from "./draft.ts";

/**
 * The proof file of a check: what a draft says, the verdicts with their places, a receipt for each passage, and what
 * the texts that were looked through had cost, in one signed file that `verify.mjs` checks offline. The signature is
 * over the canonical JSON of everything else.
 */
export const checkProofFormat = "hiraku-check/1";

const text = z.string().nullable();

const ProvenClaim = z.strictObject({
  id: z.string(),
  /** The draft's own words. */
  text: z.string(),
  kind: z.enum(["quotation", "figure", "change", "ratio"]),
  issuer: text,
  item: text,
  period: text,
  scope: z.enum(["consolidated", "separate"]).nullable(),
  forecast: z.boolean(),
  verdict: z.enum(verdictKinds),
  because: text,
  place: z
    .strictObject({ document_id: z.string(), section_id: text, title: text, page: z.int().nullable() })
    .nullable(),
  /** The filing's own words. */
  words: text,
  filed: text,
  /** Which one of the receipts proves the words; null where they are of a package, or there are none. */
  receipt: z.int().min(0).nullable(),
});

export const CheckProof = z.strictObject({
  format: z.literal(checkProofFormat),
  check_id: z.string(),
  title: z.string(),
  service: z.string(),
  /** Of the canonical JSON of the draft as it was read. */
  draft_sha256: z.string(),
  claims: z.array(ProvenClaim),
  counts: z.strictObject({ agrees: z.int(), undecided: z.int(), differs: z.int() }),
  /** Ids of the claims on which there is no verdict; each has its reason. */
  not_checked: z.array(z.string()),
  /** Documents whose owned text was looked through, with the hashes of what the service delivered. */
  looked_in: z.array(z.strictObject({ document_id: z.string(), title: text, delivered: z.array(z.string()) })),
  /** What these texts had cost. */
  purchases: z.array(
    z.strictObject({
      entry: z.string(),
      document_id: z.string(),
      at: z.string(),
      request_id: text,
      /** Null where the service did not report it. */
      credits: z.int().nullable(),
    }),
  ),
  total: z.strictObject({ charged: z.int() }),
  receipts: z.array(Receipt),
  issued_at: z.string(),
  signer: z.strictObject({ algorithm: z.literal("Ed25519"), kid: z.string(), public_key: z.string() }),
  signature: z.string(),
});
export type CheckProof = z.infer<typeof CheckProof>;
export type UnsignedCheckProof = Omit<CheckProof, "signature" | "signer">;

/** What a check alone does not have. */
export interface ProofSources {
  readonly checkId: string;
  readonly title: string;
  readonly service: string;
  readonly issuedAt: string;
  readonly lookedIn: CheckProof["looked_in"];
  readonly purchases: CheckProof["purchases"];
  /** By claim. */
  readonly receipts: ReadonlyMap<string, Receipt>;
}

export function makeCheckProof(draft: Draft, checked: CheckedDraft, from: ProofSources): UnsignedCheckProof {
  const receipts = [...new Map([...from.receipts.values()].map((each) => [each.signature, each])).values()];
  return {
    format: checkProofFormat,
    check_id: from.checkId,
    title: from.title,
    service: from.service,
    draft_sha256: hashOf(draft),
    claims: checked.claims.map(({ block_id: _block, start: _start, end: _end, cell: _cell, ...claim }) => {
      const receipt = from.receipts.get(claim.id);
      const at = receipts.findIndex(({ signature }) => signature === receipt?.signature);
      return receipt === undefined ? { ...claim, receipt: null } : { ...claim, words: receipt.quote, receipt: at };
    }),
    counts: { ...checked.counts },
    not_checked: checked.claims.filter(({ verdict }) => verdict === "not_checked").map(({ id }) => id),
    looked_in: from.lookedIn,
    purchases: from.purchases,
    total: { charged: from.purchases.reduce((sum, { credits }) => sum + (credits ?? 0), 0) },
    receipts,
    issued_at: from.issuedAt,
  };
}

function hashOf(draft: Draft): string {
  return createHash("sha256")
    .update(canonicalJson(JSON.parse(JSON.stringify(draft)) as Json))
    .digest("hex");
}

/** A claim of a signed record is as it was; the groups are those of today's page. */
export const groupOfProven = ({ verdict }: CheckProof["claims"][number]) => groupOf(verdict);
