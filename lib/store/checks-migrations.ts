import type { Migration } from "./migration.ts";

export const checksMigrations: readonly Migration[] = [
  {
    id: "checks-1",
    sql: `
      -- A check that its owner stored: the draft as it was read, and the signed record of what was said of it.
      create table checks (
        check_id text primary key,
        owner_id text not null references owners (owner_id) on delete cascade,
        upstream text not null,
        title text not null,
        draft text not null,
        record text not null,
        made_at integer not null,
        share_id text unique,
        shared_at integer
      ) strict, without rowid;
      create index checks_by_owner on checks (owner_id, made_at);
      -- Proofs of the words that it found; one that was made for it alone goes with it.
      create table check_receipts (
        check_id text not null references checks (check_id) on delete cascade,
        receipt_id text not null references receipts (receipt_id) on delete cascade,
        made_here integer not null check (made_here in (0, 1)),
        primary key (check_id, receipt_id)
      ) strict, without rowid;
      create index check_receipts_by_receipt on check_receipts (receipt_id);
      create table check_documents (
        check_id text not null references checks (check_id) on delete cascade,
        document_id text not null,
        primary key (check_id, document_id)
      ) strict, without rowid;
      create index check_documents_by_document on check_documents (document_id);
    `,
  },
];
