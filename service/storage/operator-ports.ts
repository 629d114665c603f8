import type { NewApiKey } from "./account-ports.ts";

/** Operators: the keys that open the operator's routes, the changes made there, and what is shown of keys. */

/** A key that opens the operator's routes and no endpoint of the interface. */
export interface OperatorKey {
  readonly id: string;
  readonly name: string;
  readonly secretHash: Uint8Array;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
}

export type OperatorAction =
  | "operator_key_made"
  | "operator_key_revoked"
  | "key_made"
  | "key_revoked"
  | "credits_granted"
  | "tried_again";

/** An entry of the log. */
export interface OperatorChange {
  /** Chosen by whoever asks: what was changed under it is not changed again. */
  readonly id: string;
  readonly atMs: number;
  /** Null: by the command, on the machine itself. */
  readonly operatorKeyId: string | null;
  readonly action: OperatorAction;
  /** The key or the record that was changed. */
  readonly subject: string;
  readonly detail: string;
  /** From which address. */
  readonly address: string;
}

/** Nothing is changed, and nothing logged, but where it is `done`. */
export type ChangeOutcome = "done" | "repeated" | "unknown";

/** Charges of a key on a Japanese calendar day. */
export interface KeyDay {
  readonly keyId: string;
  readonly day: string;
  readonly credits: number;
  readonly charges: number;
}

/** Each change and its entry in the log are one transaction. */
export interface OperatorStore {
  keys(): Promise<OperatorKey[]>;
  createOperatorKey(key: Omit<OperatorKey, "revokedAtMs">, change: OperatorChange): Promise<ChangeOutcome>;
  revokeOperatorKey(id: string, change: OperatorChange): Promise<ChangeOutcome>;
  createKey(key: NewApiKey, change: OperatorChange): Promise<ChangeOutcome>;
  revokeKey(id: string, change: OperatorChange): Promise<ChangeOutcome>;
  /** Unknown also where the key has unlimited credits. */
  grant(keyId: string, credits: number, change: OperatorChange): Promise<ChangeOutcome>;
  /** Makes what was set aside due at once. */
  tryAgain(recordKey: string, change: OperatorChange): Promise<ChangeOutcome>;
  /** The newest first. */
  changes(limit: number): Promise<OperatorChange[]>;
  /** Since that day; of the newest charges alone, so that a long ledger costs no more. */
  usage(sinceDay: string): Promise<KeyDay[]>;
  /** How many requests each key has made on that day. */
  requests(day: string): Promise<ReadonlyMap<string, number>>;
}
