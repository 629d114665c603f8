import { z } from "zod";
import { isProblem } from "../../upstream/problem-error.ts";
import type { Amendment } from "./dossier.ts";

/** Compared with the state at signing. */
const CheckedDocument = z.object({
  document_id: z.string(),
  /** Undefined of the service: what was known before stands. */
  answered: z.boolean(),
  /** The service has it no longer. */
  gone: z.boolean(),
  amended_by_document_id: z.string().nullable(),
  superseded_by_document_id: z.string().nullable(),
  /** It was amended, replaced by a correction or withdrawn since. */
  changed: z.boolean(),
});
export type CheckedDocument = z.infer<typeof CheckedDocument>;

const Recheck = z.object({ at: z.string(), documents: z.array(CheckedDocument) });
export type Recheck = z.infer<typeof Recheck>;

type Successors = Pick<Amendment, "amended_by_document_id" | "superseded_by_document_id">;

interface DocumentNow extends Successors {
  readonly period_end: string | null;
  readonly content_status: string;
}

export async function recheckDossier(
  before: readonly Amendment[],
  documentNow: (documentId: string) => Promise<DocumentNow>,
  at: string,
): Promise<Recheck> {
  const documents: CheckedDocument[] = [];
  for (const { document_id, amended_by_document_id, superseded_by_document_id } of before) {
    const known = { amended_by_document_id, superseded_by_document_id };
    const found = await documentNow(document_id).catch(goneOrSilent);
    const now = typeof found === "object" && found.content_status === "withdrawn" ? "gone" : found;
    if (now === "silent" || now === "gone") {
      const gone = now === "gone";
      documents.push({ document_id, ...known, answered: gone, gone, changed: gone });
      continue;
    }
    const successors = {
      amended_by_document_id: now.amended_by_document_id,
      superseded_by_document_id: now.superseded_by_document_id,
    };
    const changed =
      successors.amended_by_document_id !== known.amended_by_document_id ||
      (successors.superseded_by_document_id !== known.superseded_by_document_id && (await isCorrected(now)));
    documents.push({ document_id, ...successors, answered: true, gone: false, changed });
  }
  return { at, documents };

  /** The next year's report takes the place of this one in lists, and corrects nothing of it. */
  async function isCorrected({ superseded_by_document_id: later, period_end }: DocumentNow): Promise<boolean> {
    const found = later === null ? undefined : await documentNow(later).catch(() => undefined);
    return found !== undefined && found.period_end === period_end;
  }
}

function goneOrSilent(error: unknown): "gone" | "silent" {
  return isProblem(error) && error.problem.status === 404 ? "gone" : "silent";
}

export function readRecheck(stored: string | null): Recheck | null {
  return stored === null ? null : Recheck.parse(JSON.parse(stored));
}
