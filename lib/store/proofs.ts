import { citedSource } from "../text/format/update-source.ts";
import type { Store } from "./database.ts";

/** A signed quotation, or an answer whose proof file its owner can have. */
export interface ProofRow {
  readonly kind: "quotation" | "answer";
  readonly id: string;
  readonly made_at: number;
  /** The signed record of a quotation, or the plan of an answer. */
  readonly body: string;
  /** Of a quotation, what is known of its document since it was last looked at. */
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
      `select kind, id, made_at, coalesce(receipts.record, answers.plan) as body, looked_at, withdrawn, amended_by,
         restated_by, (select updates.document_id from updates join update_sources using (update_id)
           where update_sources.owner_id = @owner_id and source = @cited
             and updates.document_id = superseded_by limit 1) as replaced_by
       from (
         select 'quotation' as kind, receipt_id as id, issued_at as made_at from receipts where owner_id = @owner_id
         union all
         select 'answer', answer_id, ended_at from answers
         where owner_id = @owner_id and upstream = @upstream and state in ('done', 'stopped')
       ) as made
       left join receipts on kind = 'quotation' and receipts.receipt_id = id
       left join answers on kind = 'answer' and answers.answer_id = id
       left join citations on kind = 'quotation' and citations.receipt_id = id
       left join cited_documents on cited_documents.owner_id = @owner_id and cited_documents.upstream = @upstream
         and cited_documents.document_id = citations.document_id
       where made_at < @at or (made_at = @at and id < @id)
       order by made_at desc, id desc limit @limit`,
    )
    .all({ ...of, cited: citedSource });
}
