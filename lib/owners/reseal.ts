import type { Store } from "../store/database.ts";
import { keyIdOf } from "./identity.ts";
import { seal, sealPurposes, UnsealError, unseal } from "./sealing.ts";
import type { SecretVersion } from "./secrets.ts";

interface SealedValues {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly purpose: string;
  readonly isApiKey: boolean;
  /** Whose it is, where that is no column. */
  readonly owner?: string;
  /** Tables that the other engine has not. */
  readonly onlyIn?: Store["engine"];
}

/** Every column of the store that holds sealed values; a test compares it with the schema. */
export const sealedValues: readonly SealedValues[] = [
  { table: "sessions", id: "session_hash", column: "sealed_key", purpose: sealPurposes.sessionKey, isApiKey: true },
  {
    table: "owners",
    id: "owner_id",
    column: "sealed_recovery_code",
    purpose: sealPurposes.recoveryCode,
    isApiKey: false,
  },
  {
    table: "sessions",
    id: "session_hash",
    column: "sealed_recovery_code",
    purpose: sealPurposes.recoveryCode,
    isApiKey: false,
  },
  { table: "paid_keys", id: "key_id", column: "sealed_key", purpose: sealPurposes.paidKey, isApiKey: true },
  { table: "kept_keys", id: "owner_id", column: "sealed_key", purpose: sealPurposes.keptKey, isApiKey: true },
  { table: "agent_keys", id: "owner_id", column: "sealed_key", purpose: sealPurposes.agentKey, isApiKey: true },
  {
    table: "webhooks",
    id: "webhook_id",
    column: "sealed_secret",
    purpose: sealPurposes.webhookSecret,
    isApiKey: false,
  },
  {
    table: "daily_mails",
    id: "owner_id",
    column: "sealed_address",
    purpose: sealPurposes.mailAddress,
    isApiKey: false,
  },
  { table: "daily_mails", id: "owner_id", column: "sealed_token", purpose: sealPurposes.mailToken, isApiKey: false },
  {
    table: "signing_keys",
    id: "number",
    column: "sealed_private_key",
    purpose: sealPurposes.signingKey,
    isApiKey: false,
    owner: "installation",
    onlyIn: "postgres",
  },
  {
    table: "operator_sessions",
    id: "session_hash",
    column: "sealed_key",
    purpose: sealPurposes.operatorKey,
    isApiKey: false,
    owner: "operator",
  },
];

const valuesIn = ({ engine }: Store) => sealedValues.filter(({ onlyIn }) => onlyIn === undefined || onlyIn === engine);

/** The tables that contain key ids, which are derived from the newest secret; in some a key has one row. */
const tablesWithKeyIds = [
  { table: "owner_keys", isUnique: true },
  { table: "sessions", isUnique: false },
  { table: "paid_keys", isUnique: true },
  { table: "kept_keys", isUnique: false },
  { table: "agent_keys", isUnique: false },
  { table: "intents", isUnique: false },
  { table: "key_states", isUnique: true },
] as const;

export interface ResealReport {
  readonly resealed: number;
  /** Values that none of the secrets opens, which were unreadable before. */
  readonly unopened: number;
  /** API keys that are now recognised without the older secrets. */
  readonly keysRenamed: number;
}

interface SealedRow {
  readonly id: string;
  readonly owner_id: string;
  readonly upstream: string;
  readonly sealed: string;
}

/** In one transaction. No program may have the store open meanwhile. */
export async function reseal(store: Store, versions: readonly SecretVersion[]): Promise<ResealReport> {
  let [resealed, unopened, keysRenamed] = [0, 0, 0];
  await store.atomically(async () => {
    const oldKeyIds = new Map<string, string>();
    for (const { table, id, column, purpose, isApiKey, owner } of valuesIn(store)) {
      const whose = owner === undefined ? "owner_id" : `'${owner}' as owner_id`;
      const upstream = isApiKey ? "upstream" : "'' as upstream";
      const rows = await store
        .prepare<[], SealedRow>(
          `select ${id} as id, ${whose}, ${upstream}, ${column} as sealed from ${table} where ${column} is not null`,
        )
        .all();
      const update = store.prepare(`update ${table} set ${column} = ? where ${id} = ?`);
      for (const row of rows) {
        const plain = opened(row, purpose, versions);
        if (plain === undefined) {
          unopened++;
          continue;
        }
        await update.run(seal(plain, { owner: row.owner_id, purpose }, versions), row.id);
        resealed++;
        if (isApiKey) noteOldIds(oldKeyIds, row.upstream, plain, versions);
      }
    }
    for (const [oldId, newId] of oldKeyIds) if (await renameEverywhere(store, oldId, newId)) keysRenamed++;
  });
  return { resealed, unopened, keysRenamed };
}

function opened(row: SealedRow, purpose: string, versions: readonly SecretVersion[]): string | undefined {
  try {
    return unseal(row.sealed, { owner: row.owner_id, purpose }, versions);
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

function noteOldIds(ids: Map<string, string>, upstream: string, key: string, versions: readonly SecretVersion[]): void {
  const newest = keyIdOf(upstream, key, versions);
  for (const version of versions.slice(1)) ids.set(keyIdOf(upstream, key, [version]), newest);
}

async function renameEverywhere(store: Store, oldId: string, newId: string): Promise<boolean> {
  let changes = 0;
  for (const { table, isUnique } of tablesWithKeyIds) {
    if (isUnique) {
      const older = `select 1 from ${table} as older where older.key_id = ?`;
      await store.prepare(`delete from ${table} where key_id = ? and exists (${older})`).run(newId, oldId);
    }
    changes += (await store.prepare(`update ${table} set key_id = ? where key_id = ?`).run(newId, oldId)).changes;
  }
  return changes > 0;
}

/** How many values are sealed under each secret, by its name. */
export async function countSealed(store: Store): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { table, column } of valuesIn(store)) {
    const values = store.prepare<[], { sealed: string }>(
      `select ${column} as sealed from ${table} where ${column} is not null`,
    );
    for (const { sealed } of await values.all()) {
      const version = sealed.split(".")[1] ?? "";
      counts.set(version, (counts.get(version) ?? 0) + 1);
    }
  }
  return counts;
}
