/** A key as it is kept, and as its entries say it should be. */
export interface Recomputed {
  readonly id: string;
  readonly granted: number | null;
  readonly balance: number;
  /** As the key's row and as the open reservations say; 0 where they are in memory. */
  readonly reserved: number;
  readonly reserved_sum: number;
  readonly charged: number;
  readonly granted_sum: number;
  readonly charged_sum: number;
}

export interface RepeatedCharge {
  readonly key_id: string;
  readonly idempotency_key: string;
  readonly charges: number;
}

export function driftsOf(key: Recomputed): string[] {
  const drifts: string[] = [];
  const compare = (what: string, kept: number, computed: number) => {
    if (kept !== computed) drifts.push(`${key.id}: ${what} is ${kept}, its entries say ${computed}`);
  };
  compare("charged", key.charged, key.charged_sum);
  if (key.granted === null) {
    compare("granted to an unlimited key", 0, key.granted_sum);
    return drifts;
  }
  compare("granted", key.granted, key.granted_sum);
  compare("reserved", key.reserved, key.reserved_sum);
  compare("balance", key.balance, key.granted_sum - key.charged_sum - key.reserved);
  if (key.balance < 0) drifts.push(`${key.id}: balance is below zero`);
  return drifts;
}

export function chargeDrift({ key_id, idempotency_key, charges }: RepeatedCharge): string {
  return `${key_id}: idempotency key '${idempotency_key}' was charged ${charges} times`;
}
