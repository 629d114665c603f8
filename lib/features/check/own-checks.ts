import { randomBytes } from "node:crypto";
import { z } from "zod";
import { checkOwnQuotes } from "../../evidence/receipts/receipts.ts";
import { RouteProblem } from "../../owners/answers.ts";
import type { Owner } from "../../owners/owner.ts";
import { app } from "../../running-app.ts";
import { spenderOf } from "../../spending/purchases.ts";
import {
  type CheckRow,
  deleteCheck,
  findCheck,
  findSharedCheck,
  shareCheck,
  unshareCheck,
} from "../../store/checks.ts";
import type { CheckedDraft } from "./check-draft.ts";
import { checkForOwner } from "./checks.ts";
import { Draft } from "./draft.ts";
import { CheckProof } from "./proof.ts";
import { type SharedCheck, sharedCheckView } from "./shared-check.ts";
import { storeCheck } from "./stored.ts";

/** Checks that an owner stored: opened again for nothing, handed over as a signed file, shared by their address. */
export const StoreRequest = z.strictObject({ draft: Draft, title: z.string().trim().max(120).default("") });
export type StoreRequest = z.infer<typeof StoreRequest>;

/** A check as it was stored, beside what is said of its draft today. */
export interface StoredCheck extends CheckedDraft {
  readonly draft: Draft;
  readonly stored: {
    readonly check_id: string;
    readonly title: string;
    readonly made_at: string;
    readonly share_id: string | null;
    /** Ids of claims of which another verdict was stored. */
    readonly changed: readonly string[];
  };
}

/** The verdicts are found anew: nobody stores any of their own making. */
export async function storeForOwner(owner: Owner, { draft, title }: StoreRequest): Promise<{ check_id: string }> {
  const checked = await checkForOwner(owner, { draft });
  const named = title === "" ? titleOf(draft, checked) : title;
  return { check_id: await storeCheck(app(), spenderOf(owner), { draft, checked, title: named }) };
}

/** Its first line without a quotation, since a title is shown to everybody who has the link. */
function titleOf({ blocks }: Draft, { claims }: CheckedDraft): string {
  const quoting = new Set(claims.flatMap(({ kind, block_id }) => (kind === "quotation" ? [block_id] : [])));
  const first = blocks.find(
    (block) => "text" in block && block.kind !== "quotation" && block.text.trim() !== "" && !quoting.has(block.id),
  );
  return first !== undefined && "text" in first ? first.text.trim().slice(0, 120) : "";
}

export async function storedCheckOf(owner: Owner, checkId: string): Promise<StoredCheck> {
  const row = await ownCheck(owner, checkId);
  const draft = Draft.parse(JSON.parse(row.draft));
  const { claims } = proofOf(row);
  const before = new Map(claims.map(({ id, verdict }) => [id, verdict]));
  const now = await checkForOwner(owner, { draft });
  const changed = now.claims.filter(({ id, verdict }) => before.get(id) !== verdict).map(({ id }) => id);
  const { check_id, title, made_at, share_id } = row;
  return { ...now, stored: { check_id, title, made_at: new Date(made_at).toISOString(), share_id, changed } };
}

/** The signed record as a file, in the form that `verify.mjs` takes. */
export async function checkProofFile(owner: Owner, checkId: string): Promise<string> {
  return fileOf(await ownCheck(owner, checkId));
}

export async function deleteOwnCheck(owner: Owner, checkId: string): Promise<void> {
  if (!(await deleteCheck(app().store, owner.ownerId, checkId))) throw noCheck();
}

/** Returns the address under which any signed-in reader sees its verdicts. */
export async function shareOwnCheck(owner: Owner, checkId: string): Promise<{ share_id: string | null }> {
  await ownCheck(owner, checkId);
  const shareId = randomBytes(15).toString("base64url");
  const at = app().purchases.deps.clock.nowMs();
  await shareCheck(app().store, { ownerId: owner.ownerId, checkId, shareId, at });
  return { share_id: (await ownCheck(owner, checkId)).share_id };
}

export async function unshareOwnCheck(owner: Owner, checkId: string): Promise<{ share_id: null }> {
  await ownCheck(owner, checkId);
  await unshareCheck(app().store, owner.ownerId, checkId);
  return { share_id: null };
}

/** Undefined where it is not shared, or never was. */
export async function sharedCheck(reader: Owner, shareId: string): Promise<SharedCheck | undefined> {
  const row = await findSharedCheck(app().store, shareId);
  if (row === undefined) return undefined;
  const isSameService = reader.upstream.baseUrl === row.upstream;
  return sharedCheckView(proofOf(row), fileOf(row), async (quotes) =>
    isSameService ? await checkOwnQuotes(reader, quotes) : [],
  );
}

/** Another's is answered like one that doesn't exist. */
async function ownCheck(owner: Owner, checkId: string): Promise<CheckRow> {
  const row = await findCheck(app().store, owner.ownerId, checkId);
  if (row === undefined) throw noCheck();
  return row;
}

function proofOf({ record }: CheckRow): CheckProof {
  return CheckProof.parse(JSON.parse(record));
}

function fileOf({ record }: CheckRow): string {
  return `${JSON.stringify(JSON.parse(record), null, 2)}\n`;
}

function noCheck(): RouteProblem {
  return new RouteProblem({ status: 404, code: "not_found", detail: "There is no such check here." });
}
