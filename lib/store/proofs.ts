import { citedSource } from "../text/format/update-source.ts";
import type { Store } from "./database.ts";
import { isAnyOf } from "./lists.ts";

/** A signed quotation, or an answer or a stored check whose proof file its owner can have. */
export interface ProofRow {
  readonly kind: "quotation" | "answer" | "check";
  readonly id: string;
  readonly made_at: number;
  /** The signed record of a quotation, the plan of an answer, or the title of a check. */
  readonly body: string;
  /** What is known of the document of a quotation since it was last looked at; of a check, see `standingOfChecks`. */
  readonly looked_at: number | null;
  readonly withdrawn: number | null;
  readonly amended_by: string | null;
  /** A correction of the same period, of which its owner was informed. */
  readonly replaced_by: string | null;
  readonly restated_by: string | null;
}

/** Newest first, after a place in that order. */
export function listProofs(
  store: Store,
  of: {
    readonly owner_id: string;
    readonly upstream: string;
    readonly at: number;
    readonly id: string;
    readonly limit: number;
  },
): Promise<ProofRow[]> {
  return store
    .prepare<typeof of & { readonly cited: string }, ProofRow>(
      `select kind, id, made.made_at, coalesce(receipts.record, answers.plan, checks.title) as body, looked_at, withdrawn, amended_by,
         restated_by, (select updates.document_id from updates join update_sources using (update_id)
           where update_sources.owner_id = @owner_id and source = @cited
             and updates.document_id = superseded_by limit 1) as replaced_by
       from (
         select 'quotation' as kind, receipt_id as id, issued_at as made_at from receipts where owner_id = @owner_id
           and not exists (select 1 from check_receipts
             where check_receipts.receipt_id = receipts.receipt_id and made_here = 1)
         union all
         select 'answer', answer_id, ended_at from answers
         where owner_id = @owner_id and upstream = @upstream and state in ('done', 'stopped')
         union all
         select 'check', check_id, made_at from checks where owner_id = @owner_id and upstream = @upstream
       ) as made
       left join receipts on kind = 'quotation' and receipts.receipt_id = id
       left join checks on kind = 'check' and checks.check_id = id
       left join answers on kind = 'answer' and answers.answer_id = id
       left join citations on kind = 'quotation' and citations.receipt_id = id
       left join cited_documents on cited_documents.owner_id = @owner_id and cited_documents.upstream = @upstream
         and cited_documents.document_id = citations.document_id
       where made.made_at < @at or (made.made_at = @at and id < @id)
       order by made.made_at desc, id desc limit @limit`,
    )
    .all({ ...of, cited: citedSource });
}

/** What became of a document behind a check. */
export interface CheckStanding
  extends Pick<ProofRow, "looked_at" | "withdrawn" | "amended_by" | "replaced_by" | "restated_by"> {
  readonly check_id: string;
}

export function standingOfChecks(
  store: Store,
  of: { readonly owner_id: string; readonly upstream: string },
  checkIds: readonly string[],
): Promise<CheckStanding[]> {
  return store
    .prepare<unknown[], CheckStanding>(
      `select check_documents.check_id, looked_at, withdrawn, amended_by,
         (select max(citations.restated_by) from check_receipts join citations using (receipt_id)
           where check_receipts.check_id = check_documents.check_id
             and citations.document_id = check_documents.document_id) as restated_by,
         (select updates.document_id from updates join update_sources using (update_id)
           where update_sources.owner_id = ? and source = ?
             and updates.document_id = superseded_by limit 1) as replaced_by
       from check_documents join cited_documents using (document_id)
       where cited_documents.owner_id = ? and cited_documents.upstream = ?
         and ${isAnyOf("check_documents.check_id", checkIds)} order by check_documents.document_id`,
    )
    .all(of.owner_id, citedSource, of.owner_id, of.upstream, ...checkIds);
}
