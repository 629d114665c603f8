import type { StoreVerification } from "../kit/sqlite/verify.ts";

export interface WebStoreVerification extends StoreVerification {
  /** Names of the secret versions that something in the store is sealed under. */
  readonly sealedUnder: ReadonlySet<string>;
}

/** Every stored purchase, and nothing else, has one body and one ledger entry of the same owner. */
export const purchaseRules: readonly { readonly question: string; readonly fault: string }[] = [
  {
    question: `select intent_id from intents where state = 'stored'
      and not exists (select 1 from ledger where ledger.intent_id = intents.intent_id)`,
    fault: "stored purchases have no ledger entry",
  },
  {
    question: `select intent_id from intents where state = 'stored'
      and not exists (select 1 from artifacts where artifacts.intent_id = intents.intent_id)`,
    fault: "stored purchases have lost what was bought",
  },
  {
    question: `select intent_id from ledger left join intents using (intent_id)
      where coalesce(intents.state, '') <> 'stored'`,
    fault: "ledger entries belong to no stored purchase",
  },
  {
    question: `select intent_id from artifacts left join intents using (intent_id)
      where coalesce(intents.state, '') <> 'stored'`,
    fault: "bought bodies belong to no stored purchase",
  },
  {
    question: `select intents.intent_id from intents join artifacts using (intent_id) join ledger using (intent_id)
      where intents.owner_id <> artifacts.owner_id or intents.owner_id <> ledger.owner_id`,
    fault: "purchases have two owners",
  },
];

const namedMax = 3;

/** The line that tells a fault; undefined where no purchase has it. */
export function driftOf(fault: string, intents: readonly string[]): string | undefined {
  if (intents.length === 0) return undefined;
  const names = intents.slice(0, namedMax).join(", ");
  return `the ledger has drifted: ${intents.length} ${fault} (${names}${intents.length > namedMax ? ", …" : ""})`;
}

/** The hashes of every file that something refers to. */
export const bodiesInUse = "select sha256 from artifacts union select sha256 from replaced_bodies";

/** For comparison with the service's. */
export const chargesByKey = `
  select idempotency_key as key, sum(credits) as credits from intents join ledger using (intent_id)
  where state = 'stored' and credits is not null group by idempotency_key having count(*) = 1`;
