import type { Books, Charge, Intent } from "./books.ts";

/** Something that must never be, with the moment of the purchase that it befell. */
export interface Finding {
  readonly kind: "doubled" | "lost" | "unknown" | "broken";
  /** Names the same thing the same way at every look. */
  readonly what: string;
  readonly atMs: number;
}

/** True at any moment, also in the middle of purchases. */
export function lookAt({ intents, charges }: Books): Finding[] {
  const chargeOf = new Map(charges.map((each) => [each.idempotency_key, each]));
  const findings: Finding[] = charges
    .filter(({ count }) => count > 1)
    .map((each) => ({
      kind: "doubled",
      what: `${each.idempotency_key} was charged ${each.count} times`,
      atMs: each.at_ms,
    }));
  const bought = new Map<string, Charge>();
  for (const intent of intents) {
    const charge = chargeOf.get(intent.idempotency_key);
    if (intent.state === "stored") findings.push(...storedWrongly(intent, charge));
    if (charge === undefined || intent.epoch > 0) continue;
    const thing = `${intent.owner_id} ${intent.kind} ${intent.params}`;
    if (bought.has(thing)) findings.push({ kind: "doubled", what: `${thing} was bought twice`, atMs: charge.at_ms });
    bought.set(thing, charge);
  }
  return findings;
}

function storedWrongly(intent: Intent, charge: Charge | undefined): Finding[] {
  const broken = (what: string): Finding[] => [
    { kind: "broken", what: `${intent.intent_id} (${intent.kind}) ${what}`, atMs: intent.opened_at },
  ];
  if (intent.artifact_id === null) return broken("is stored and not in the library");
  const credits = intent.credits ?? 0;
  if (credits !== (charge?.credits ?? 0))
    return broken(`is booked with ${credits}, charged were ${charge?.credits ?? 0}`);
  return [];
}

/** `keys` are the service's ids of the analysts' keys. */
export function lookAtEnd(books: Books, keys: ReadonlySet<string>): Finding[] {
  const intentOf = new Map(books.intents.map((each) => [each.idempotency_key, each]));
  const lost = books.charges.flatMap((charge): Finding[] => {
    if (!keys.has(charge.key_id)) return [];
    const state = intentOf.get(charge.idempotency_key)?.state;
    if (state === "stored" || state === "unknown") return [];
    const what = `${charge.idempotency_key} was charged ${charge.credits} and is ${state ?? "in no purchase"}`;
    return [{ kind: "lost", what, atMs: charge.at_ms }];
  });
  const unsettled = books.intents.flatMap((intent): Finding[] => {
    const { state, intent_id, opened_at: atMs, unreadable } = intent;
    // Before the end it may just be looked at for the first time.
    if (unreadable !== null) return [{ kind: "broken", what: `${intent_id} can't be read: ${unreadable}`, atMs }];
    if (state === "unknown") return [{ kind: "unknown", what: `${intent_id} stays unknown`, atMs }];
    return isOpen(intent) ? [{ kind: "broken", what: `${intent_id} is still ${state}`, atMs }] : [];
  });
  return [...lookAt(books), ...lost, ...unsettled];
}

/** Something is still to come: it runs, or its outcome will be asked for again. */
export function isOpen({ state, settle_at }: Intent): boolean {
  return state === "intent" || state === "sent" || (state === "unknown" && settle_at !== null);
}
