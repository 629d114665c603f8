import { createHash } from "node:crypto";
import { z } from "zod";
import { wireRequestOf } from "../../../lib/spending/pricing/actions.ts";
import { purchaseKinds } from "../../../lib/text/purchase-kinds.ts";
import type { Books, Charge, Intent } from "./books.ts";
import type { Browser } from "./browser.ts";
import { send } from "./caller.ts";
import type { Finding } from "./findings.ts";

const Kind = z.enum(purchaseKinds);
const atOnce = 4;
const tries = 5;

/**
 * Everything that was charged is in its owner's library, and its bytes are those that the service answers under the
 * same idempotency key. Asking it again must charge nothing: the caller compares the books afterwards.
 */
export async function compareLibraries(
  { intents, charges }: Books,
  { browsers, apiUrl }: { readonly browsers: ReadonlyMap<string, Browser>; readonly apiUrl: string },
): Promise<{ readonly compared: number; readonly findings: readonly Finding[] }> {
  const chargeOf = new Map(charges.map((each) => [each.idempotency_key, each]));
  const rest = intents.filter(({ state }) => state === "stored").values();
  const findings: Finding[] = [];
  let compared = 0;
  const worker = async () => {
    for (const intent of rest) {
      const charge = chargeOf.get(intent.idempotency_key);
      const browser = browsers.get(charge?.key_id ?? "");
      if (charge === undefined || browser === undefined) continue;
      const wrong = await compareOne(intent, charge, browser, apiUrl);
      if (wrong === undefined) compared += 1;
      else findings.push({ kind: "lost", what: `${intent.intent_id} (${intent.kind}): ${wrong}`, atMs: charge.at_ms });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { compared, findings };
}

async function compareOne(
  intent: Intent,
  charge: Charge,
  browser: Browser,
  apiUrl: string,
): Promise<string | undefined> {
  const owned = await again(() => browser.get(`/api/owned/artifacts/${intent.artifact_id}`));
  if (owned?.status !== 200) return `the library answers ${owned?.status ?? "nothing"}`;
  if (sha256(owned.bytes) !== intent.sha256) return "the library's bytes are others than were stored";
  const { method, target, body } = wireRequestOf({ kind: Kind.parse(intent.kind), params: intent.params });
  const call = { method, path: target, ...(body === undefined ? {} : { body }) };
  const sent = await again(() => send({ apiUrl, key: browser.key }, call, charge.idempotency_key));
  if (sent?.status !== 200) return `the service answers ${sent?.status ?? "nothing"} under its idempotency key`;
  return sha256(sent.bytes) === intent.sha256 ? undefined : "the service's bytes are others than the library's";
}

async function again<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let at = 1; at < tries; at++) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  return ask();
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
