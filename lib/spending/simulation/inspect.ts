import type { ArtifactRow } from "../../store/artifacts.ts";
import type { Store } from "../../store/database.ts";
import type { IntentRow } from "../../store/purchases.ts";
import { checkAgents } from "./agents.ts";
import type { SimApp } from "./app.ts";
import { type SimDisk, sha256Of } from "./environment.ts";
import { type SimService, simBodyBytesMax } from "./service.ts";

/** Compares the app's ledger with the service's for each intent, since equal sums alone would prove nothing. */
export interface Findings {
  readonly intents: number;
  readonly charged: number;
  /** Intents that were charged more than once, and parts that were bought twice by overlapping selections. */
  readonly doubleCharged: number;
  /** Intents that were charged and are neither stored nor shown as unknown. */
  readonly lost: number;
  readonly unknown: number;
  readonly broken: readonly string[];
}

interface Evidence {
  readonly store: Store;
  readonly upstream: string;
  readonly caps: ReadonlyMap<string, number>;
  readonly app: SimApp;
  readonly disk: SimDisk;
  readonly service: SimService;
  readonly idempotent: boolean;
  readonly openAfterTwoMinutes: number;
  /** Idempotency keys of requests that were in progress when a process was killed. */
  readonly cutOff: ReadonlySet<string>;
}

type Joined = IntentRow & { readonly artifact_id: string | null; readonly unreadable: string | null };

export async function inspect(evidence: Evidence): Promise<Findings> {
  const { store, upstream, service } = evidence;
  const intents = await store
    .prepare<[string], Joined>(
      `select intents.*, artifact_id, unreadable from intents left join artifacts using (intent_id) where intents.upstream = ?`,
    )
    .all(upstream);
  const byKey = new Map(intents.map((each) => [each.idempotency_key, each]));
  const chargesOf = new Map<string, number>();
  for (const each of service.charges) chargesOf.set(each.idempotencyKey, (chargesOf.get(each.idempotencyKey) ?? 0) + 1);

  const broken: string[] = [];
  const twice = [...chargesOf.values()].filter((count) => count > 1).length;
  let lost = 0;
  for (const key of chargesOf.keys()) {
    const intent = byKey.get(key);
    if (intent === undefined || (intent.state !== "stored" && intent.state !== "unknown")) lost += 1;
  }
  const pieces = piecesBoughtTwice(evidence, byKey);
  if (evidence.openAfterTwoMinutes > 0) broken.push(`I7: ${evidence.openAfterTwoMinutes} intents open after 120 s`);
  broken.push(
    ...(await checkStored(evidence, intents)),
    ...(await checkLedger(evidence, intents, chargesOf)),
    ...checkBudgets(evidence, byKey),
    ...(await checkAgents(store, service.charges, byKey)),
  );
  broken.push(...answersThrownAway(evidence, intents));
  const unknown = intents.filter((each) => each.state === "unknown").length;
  const waiting = intents.filter((each) => each.state === "intent" || each.state === "sent").length;
  if (waiting > 0) broken.push(`I7: ${waiting} lines of baskets never had their turn`);
  if (evidence.idempotent && unknown > 0) broken.push(`I7: ${unknown} unknown after recovery`);
  return {
    intents: intents.length,
    charged: service.charges.length,
    doubleCharged: twice + pieces,
    lost,
    unknown,
    broken,
  };
}

/**
 * An outcome may be unknown only because of a simulated fault or a killed process. Any other unknown outcome means that
 * the app itself discarded an answer that was charged.
 */
function answersThrownAway({ service, cutOff }: Evidence, intents: readonly Joined[]): string[] {
  return intents
    .filter((each) => each.state === "unknown")
    .filter((each) => !service.troubled.has(each.idempotency_key) && !cutOff.has(each.idempotency_key))
    .map((each) => `answered: ${each.intent_id} is unknown although nothing kept its answer away`);
}

/** I10: an owner pays once for each page and each section, except for explicit new copies. */
function piecesBoughtTwice({ service }: Evidence, byKey: ReadonlyMap<string, Joined>): number {
  const seen = new Set<string>();
  let twice = 0;
  for (const charge of service.charges) {
    const intent = byKey.get(charge.idempotencyKey);
    if (intent === undefined || intent.epoch > 0) continue;
    for (const piece of charge.pieces) {
      const id = `${intent.owner_id} ${piece}`;
      if (seen.has(id)) twice += 1;
      seen.add(id);
    }
  }
  return twice;
}

/** I2: everything stored is, byte for byte, something the service sent. */
async function checkStored(
  { store, upstream, disk, service }: Evidence,
  intents: readonly Joined[],
): Promise<string[]> {
  const broken: string[] = [];
  const artifacts = await store
    .prepare<[string], ArtifactRow>("select * from artifacts where upstream = ?")
    .all(upstream);
  for (const each of artifacts) {
    const bytes = disk.files.get(each.sha256);
    if (bytes === undefined || sha256Of(bytes) !== each.sha256)
      broken.push(`I2: bytes of ${each.artifact_id} are gone`);
    else if (!service.sentBodies.has(each.sha256)) broken.push(`I2: ${each.artifact_id} was never sent`);
  }
  if ([...disk.files.values()].some((each) => each.byteLength > simBodyBytesMax)) {
    broken.push("bound: more is kept than an answer may have");
  }
  const stored = intents.filter((each) => each.state === "stored");
  if (stored.some((each) => each.artifact_id === null)) broken.push("I2: stored without an artifact");
  return broken;
}

/** I3, I4, I5: the ledger has exactly what was charged; the balance is what was granted less what was charged. */
async function checkLedger(
  { store, service, idempotent }: Evidence,
  intents: readonly Joined[],
  chargesOf: ReadonlyMap<string, number>,
): Promise<string[]> {
  const broken: string[] = [];
  const charged = service.charges.reduce((sum, each) => sum + each.credits, 0);
  if (service.balance < 0) broken.push("I4: the balance is below zero");
  if (service.granted !== service.balance + charged) broken.push("I5: granted is not balance and charged");
  const entry = store.prepare<[string], { credits: number | null; request_id: string | null }>(
    "select credits, request_id from ledger where intent_id = ?",
  );
  const creditsOf = new Map(service.charges.map((each) => [each.idempotencyKey, each.credits]));
  const chargesUnder = Map.groupBy(service.charges, (each) => each.idempotencyKey);
  for (const intent of intents) {
    const booked = await entry.get(intent.intent_id);
    if (booked === undefined) continue;
    const count = chargesOf.get(intent.idempotency_key) ?? 0;
    // Without idempotency, a page that an intermediary sends with status 200 can't be distinguished from an answer.
    if (count === 0 && (idempotent || intent.unreadable === null)) {
      if (intent.unreadable === null) broken.push(`I3: ${intent.intent_id} is booked and was not charged`);
      continue;
    }
    const names = (chargesUnder.get(intent.idempotency_key) ?? []).map(({ requestId }) => requestId);
    if (booked.request_id !== null && !names.includes(booked.request_id)) {
      broken.push(`books: ${intent.intent_id} names ${booked.request_id}, charged was ${names.join(", ")}`);
    }
    const real = creditsOf.get(intent.idempotency_key);
    if (booked.credits !== null && real !== undefined && intent.unreadable === null && booked.credits !== real) {
      broken.push(`books: ${intent.intent_id} has ${booked.credits}, charged were ${real}`);
    }
  }
  return broken;
}

/** A cap is never exceeded, whatever the service did with what was reserved. */
function checkBudgets({ caps, service }: Evidence, byKey: ReadonlyMap<string, Joined>): string[] {
  if (service.faultsSeen.includes("clock jump")) return [];
  const spent = new Map<string, number>();
  for (const charge of service.charges) {
    const owner = byKey.get(charge.idempotencyKey)?.owner_id ?? "";
    spent.set(owner, (spent.get(owner) ?? 0) + charge.credits);
  }
  return [...caps].flatMap(([owner, cap]) =>
    (spent.get(owner) ?? 0) > cap ? [`cap: ${owner} spent ${spent.get(owner)} of ${cap}`] : [],
  );
}
