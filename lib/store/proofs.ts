import type { Store } from "./database.ts";

/** A signed quotation, or an answer whose proof file its owner can have. */
export interface ProofRow {
  readonly kind: "quotation" | "answer";
  readonly id: string;
  readonly made_at: number;
  /** The signed record of a quotation, or the plan of an answer. */
  readonly body: string;
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
    .prepare<typeof of, ProofRow>(
      `select kind, id, made_at, coalesce(receipts.record, answers.plan) as body from (
         select 'quotation' as kind, receipt_id as id, issued_at as made_at from receipts where owner_id = @owner_id
         union all
         select 'answer', answer_id, ended_at from answers
         where owner_id = @owner_id and upstream = @upstream and state in ('done', 'stopped')
       ) as made
       left join receipts on kind = 'quotation' and receipts.receipt_id = id
       left join answers on kind = 'answer' and answers.answer_id = id
       where made_at < @at or (made_at = @at and id < @id)
       order by made_at desc, id desc limit @limit`,
    )
    .all(of);
}
