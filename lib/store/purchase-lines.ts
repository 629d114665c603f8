/** A purchase as one line of the ledger, with what its document says of itself. */
export interface LineRow {
  readonly intent_id: string;
  readonly opened_at: number;
  /** When it had its outcome; until then, when it was opened. */
  readonly charged_at: number;
  readonly at: number | null;
  readonly kind: string;
  readonly params: string;
  readonly state: string;
  readonly document_id: string | null;
  readonly page_number: number | null;
  readonly original_id: string | null;
  readonly credits: number | null;
  readonly credits_max: number;
  readonly balance: number | null;
  readonly label: string | null;
  readonly subject: string | null;
  readonly error: string | null;
  readonly hit_count: number | null;
  readonly unreadable: string | null;
  readonly title: string | null;
  readonly document_type: string | null;
  readonly security_code: string | null;
  readonly issuer_name: string | null;
  readonly issuer_name_en: string | null;
  readonly toc: string | null;
  /** The program that bought it, and its task; null for a person. */
  readonly agent_name: string | null;
  readonly task_id: string | null;
  readonly task_title: string | null;
}
