import path from "node:path";
import Database from "better-sqlite3";
import type { Charge } from "./model.ts";
import { Fault } from "./tab.ts";

/** Both programs' ledgers, read beside them from their own files. */
interface ChargeRow {
  readonly id: number;
  readonly key_id: string;
  readonly credits: number;
  readonly idempotency_key: string | null;
}

interface IntentRow {
  readonly intent_id: string;
  readonly owner_id: string;
  readonly state: string;
  readonly kind: string;
  readonly params: string;
  readonly document_id: string | null;
  readonly page_number: number | null;
  readonly original_id: string | null;
  readonly epoch: number;
  readonly booked: number | null;
  readonly artifact_id: string | null;
  readonly unreadable: string | null;
}

export interface KeyedCharge extends Charge {
  readonly keyId: string;
}

const quietWithinMs = 90_000;

export class Books {
  readonly #web: Database.Database;
  readonly #service: Database.Database;
  readonly #seen = new Set<string>();
  readonly #ownerOf = new Map<string, string>();
  #last = 0;

  constructor(data: string) {
    const open = (name: string) => new Database(path.join(data, name), { readonly: true, timeout: 10_000 });
    this.#web = open("web.db");
    this.#service = open("service.db");
  }

  close(): void {
    this.#web.close();
    this.#service.close();
  }

  /** Until no purchase, basket or question is under way. */
  async settle(): Promise<void> {
    const open = this.#web
      .prepare<[], number>(
        `select (select count(*) from intents where state in ('intent', 'sent'))
           + (select count(*) from artifacts where unreadable = 'not read yet')
           + (select count(*) from basket_runs where ended_at is null)
           + (select count(*) from answers where state = 'running')`,
      )
      .pluck();
    const endsAt = performance.now() + quietWithinMs;
    while ((open.get() ?? 0) > 0) {
      if (performance.now() > endsAt) throw new Fault(`something is still under way after ${quietWithinMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /**
   * What was charged since this was last asked, to any key but one that programs use beside the app. Every charge must be
   * booked, once, with what it bought stored.
   */
  newCharges(besideApp = ""): KeyedCharge[] {
    const rows = this.#service
      .prepare<[number, string], ChargeRow>(
        `select id, key_id, credits, idempotency_key from ledger_entries
         where kind = 'charge' and id > ? and key_id <> ? order by id`,
      )
      .all(this.#last, besideApp);
    this.#last = rows.at(-1)?.id ?? this.#last;
    return rows.map((row) => this.#booked(row));
  }

  /** By the service's ledger. */
  balanceOf(keyId: string): number {
    const find = this.#service.prepare<[string], number>("select balance from api_keys where id = ?").pluck();
    return find.get(keyId) ?? Number.NaN;
  }

  #booked({ key_id: keyId, credits, idempotency_key: idempotencyKey }: ChargeRow): KeyedCharge {
    if (idempotencyKey === null) throw new Fault(`${credits} credits were charged without an idempotency key`);
    if (this.#seen.has(idempotencyKey)) throw new Fault(`charged twice under ${idempotencyKey}`);
    this.#seen.add(idempotencyKey);
    const intent = this.#web
      .prepare<[string], IntentRow>(
        `select intents.intent_id, intents.owner_id, state, intents.kind, intents.params, intents.document_id,
           intents.page_number, intents.original_id, intents.epoch, ledger.credits as booked, artifact_id, unreadable
         from intents left join ledger using (intent_id) left join artifacts using (intent_id)
         where idempotency_key = ?`,
      )
      .get(idempotencyKey);
    if (intent === undefined) throw new Fault(`${credits} credits were charged for nothing that the app knows`);
    const { intent_id: id, state, booked, artifact_id, unreadable } = intent;
    if (state !== "stored" || artifact_id === null || unreadable !== null)
      throw new Fault(`${id} (${intent.kind}) was charged and is ${state}, ${unreadable ?? "with nothing stored"}`);
    if (booked !== credits) throw new Fault(`${id} is booked with ${booked} of ${credits}`);
    const owner = this.#ownerOf.get(keyId) ?? intent.owner_id;
    if (owner !== intent.owner_id) throw new Fault(`${id} of one owner was paid by the key of another`);
    this.#ownerOf.set(keyId, owner);
    return {
      ...{ keyId, credits, idempotencyKey, kind: intent.kind, params: intent.params, epoch: intent.epoch },
      ...{ documentId: intent.document_id, pageNumber: intent.page_number, originalId: intent.original_id },
    };
  }

  /** Everything that the app has booked was charged; nothing is unknown; the balance is what the model says. */
  compare(keyId: string, expected: { readonly granted: number; readonly charged: number }): void {
    const key = this.#service
      .prepare<[string], { granted: number; balance: number; charged: number }>(
        "select granted, balance, charged from api_keys where id = ?",
      )
      .get(keyId);
    const left = expected.granted - expected.charged;
    if (key?.balance !== left) throw new Fault(`the service has a balance of ${key?.balance} instead of ${left}`);
    const owner = this.#ownerOf.get(keyId);
    if (owner === undefined) return;
    const booked = this.#web
      .prepare<[string], number>("select coalesce(sum(credits), 0) from ledger where owner_id = ?")
      .pluck()
      .get(owner);
    if (booked !== expected.charged) throw new Fault(`the app has booked ${booked} instead of ${expected.charged}`);
    const odd = this.#web
      .prepare<[string], string>(
        `select intent_id || ' is ' || state from intents left join ledger using (intent_id)
         where intents.owner_id = ? and (state = 'unknown' or (state = 'stored') <> (entry_id is not null))`,
      )
      .pluck()
      .all(owner);
    if (odd.length > 0) throw new Fault(odd.join(", "));
  }
}
