import type { Engine, MovedTable } from "../../kit/moving/moved-table.ts";
import { ownedWords } from "./words.ts";

/** Everything that the web app's store holds, parents first. A test compares it with the schemas of both engines. */
export function webTables(engines: readonly [from: Engine, to: Engine]): readonly MovedTable[] {
  return [...ofOwners, ...ofPurchases, ownedWords(engines), ...ofUpdates, ...ofAgents];
}

/** Not carried, and why. */
export const webTablesLeft: Readonly<Record<string, string>> = {
  migrations: "each engine has steps of its own",
  web_migrations: "each engine has steps of its own",
  probe: "the readiness check writes it anew",
  installation: "carried as what the house is, with the files that hold it beside SQLite",
  signing_keys: "carried as what the house is: a database has them sealed, a data folder in a file",
  claims: "leases of processes, of which none runs",
  sign_in_checks: "what is being checked, of which there is none",
  sign_in_networks: "wrong keys of the last minute",
  owned_word_rows: "numbers the rows of owned_words, which the engine does anew",
};

/** Columns with spaces between. Those of the key name one row and come first. */
function table(
  name: string,
  key: string,
  others: string | readonly string[],
  more: Pick<MovedTable, "numberedBy" | "rowsAtOnce"> = {},
): MovedTable {
  const ofKey = key.split(" ");
  const rest = [others].flat().flatMap((some) => some.split(" "));
  return { name, columns: [...ofKey, ...rest].filter((each) => each !== ""), key: ofKey, ...more };
}

const ofOwners: readonly MovedTable[] = [
  table("owners", "owner_id", "created_at recovery_hash sealed_recovery_code recovery_offer_at"),
  table("owner_keys", "key_id", "owner_id fingerprint linked_at"),
  table("sessions", "session_hash", [
    "owner_id key_id upstream sealed_key demo sealed_recovery_code created_at seen_at browser ended_by",
  ]),
  table("watches", "owner_id security_code", "name name_en added_at"),
  table("reading", "owner_id document_id", "section_id page_number title issuer_name place fraction read_at"),
  table("first_reads", "owner_id", "step left_at"),
  table("saved_searches", "owner_id search_id", "target query address_query saved_at"),
  table("receipts", "receipt_id", "owner_id passage record issued_at", { rowsAtOnce: 200 }),
];

const ofPurchases: readonly MovedTable[] = [
  table("intents", "intent_id", [
    "owner_id upstream kind params epoch key_id idempotency_key document_id page_number original_id state",
    "credits_min credits_max retention_seconds balance_before reset_before attempts ambiguous settle_at",
    "created_at opened_at sent_at settled_at error label subject runner lease_until",
  ]),
  table("purchases", "purchase_id", "owner_id token_hash action created_at"),
  table("purchase_intents", "purchase_id position", "intent_id"),
  table("paid_keys", "key_id", "owner_id upstream sealed_key"),
  table("key_pauses", "key_id scope", "until_at code noted_at"),
  table("key_states", "key_id", "balance reset observed_at retention_seconds limited_from limited_until quota_until"),
  table(
    "artifacts",
    "artifact_id",
    [
      "intent_id owner_id upstream kind params epoch document_id page_number original_id sha256 byte_size",
      "media_type file_name unreadable hit_count toc stored_at search_behind",
    ],
    { rowsAtOnce: 200 },
  ),
  table("replaced_bodies", "intent_id sha256", "reason replaced_at"),
  table("owned_sections", "owner_id upstream document_id section_id", "artifact_id"),
  table("ledger", "entry_id", "intent_id owner_id at credits credits_max balance request_id", {
    numberedBy: "entry_id",
  }),
  table("budgets", "owner_id", "daily_cap monthly_cap confirm_at"),
  table("refused_searches", "owner_id upstream kind params", "refused_at"),
  table(
    "document_cards",
    "owner_id upstream document_id",
    ["title document_type security_code issuer_name summary toc pages originals noted_at issuer_name_en"],
    { rowsAtOnce: 100 },
  ),
  table("opens", "owner_id artifact_id day", ""),
  table("illustrations", "sha256 name", "media_type width height bytes", { rowsAtOnce: 20 }),
  table("reads", "owner_id upstream document_id thing visit_at", "last_at again credits"),
  table("found_sections", "owner_id upstream document_id section_id artifact_id", ""),
  table("artifact_figures", "artifact_id", "sha256 reader fact_count figures refused read_at", { rowsAtOnce: 20 }),
  table("basket_items", "owner_id upstream kind params", "document_id added_at position"),
  table(
    "basket_runs",
    "purchase_id",
    "owner_id upstream started_at stopped_at ended_at dismissed_at runner lease_until",
  ),
];

const ofUpdates: readonly MovedTable[] = [
  table("saved_filters", "owner_id filter_id", "address_query saved_at"),
  table("update_lists", "owner_id list", "complete_day deep_day checked_at"),
  table("known_sources", "owner_id source", "known_at"),
  table("listed_documents", "owner_id source document_id", "day withdrawn"),
  table("updates", "update_id", "owner_id document_id event document found_at amends_document_id timeline_at", {
    numberedBy: "update_id",
  }),
  table("update_sources", "seq", "owner_id source update_id found_at", { numberedBy: "seq" }),
  table("looked_at", "owner_id source", "through_seq at"),
  table("kept_keys", "owner_id", "key_id upstream sealed_key consented_at next_check_at checked_at problem"),
  table("feeds", "feed_id", "owner_id source title token_hash created_at read_at"),
  table("webhooks", "webhook_id", "owner_id upstream source address sealed_secret created_at"),
  table(
    "deliveries",
    "delivery_id",
    "webhook_id update_id state attempts next_at status problem created_at settled_at",
  ),
];

const ofAgents: readonly MovedTable[] = [
  table("agent_tokens", "token_id", [
    "owner_id token_hash name scope daily_cap total_cap created_at expires_at used_at revoked_at own",
  ]),
  table("agent_keys", "owner_id", "key_id upstream sealed_key consented_at"),
  table("agent_tasks", "task_id", "owner_id token_id title budget state opened_at ended_at"),
  table(
    "agent_approvals",
    "approval_id",
    "owner_id token_id task_id plan action credits_max state asked_at decided_at",
  ),
  table("intent_agents", "intent_id", "token_id task_id approval_id"),
  table(
    "answers",
    "answer_id",
    [
      "owner_id upstream token_id task_id request state plan record asked_at alive_at stop_at ended_at",
      "runner lease_until",
    ],
    { rowsAtOnce: 50 },
  ),
  table("dossiers", "answer_id", "owner_id upstream record issued_at share_id shared_at recheck", { rowsAtOnce: 50 }),
];
