import type { PresentedKeys } from "../domain/keys/presented-keys.ts";
import type { WrongKeys } from "../domain/limits/wrong-keys.ts";
import type { ApiKey, CountedKey, CountedKeys } from "../storage/ports.ts";
import { type Exchange, setCreditHeaders, setLimitHeaders } from "./exchange.ts";
import { Problem, retryAfter } from "./problem.ts";

/** The steps that every request passes before its contents are looked at. */
export interface Admission {
  readonly countedKeys: CountedKeys;
  readonly wrongKeys: WrongKeys;
  readonly presentedKeys: PresentedKeys;
  readonly retentionSeconds: number;
  readonly nowMs: () => number;
}

export async function admit(
  admission: Admission,
  exchange: Exchange,
  authorization: string | null,
  address: string,
): Promise<ApiKey> {
  const nowMs = admission.nowMs();
  const { key, counted } = await authenticate(admission, exchange, authorization, address, nowMs);
  exchange.key = key;
  const { verdict, minute, day } = counted instanceof Promise ? await counted : counted;
  const { headers } = exchange;
  setLimitHeaders(headers, { verdict, minute, day }, nowMs);
  setCreditHeaders(headers, key.credits);
  headers["X-Idempotency-Retention"] = String(admission.retentionSeconds);

  if (!key.entitled) throw new Problem("access_not_enabled", "The account of this key has no active entitlement.");
  if (verdict === "over_rate") {
    throw new Problem("rate_limit_exceeded", `This key may send ${minute.limit} requests a minute.`, {
      headers: retryAfter(minute.resetAtMs, nowMs),
    });
  }
  if (verdict === "over_day" && day !== undefined) {
    throw new Problem(
      "quota_exceeded",
      `This key may send ${day.limit} requests a day; the day ends at midnight in Japan.`,
      {
        headers: retryAfter(day.resetAtMs, nowMs),
      },
    );
  }
  return key;
}

async function authenticate(
  admission: Admission,
  exchange: Exchange,
  authorization: string | null,
  address: string,
  nowMs: number,
): Promise<CountedKey> {
  if (authorization === null || authorization.trim() === "") {
    throw new Problem("authentication_required", "Send your API key: Authorization: Bearer <key>.", {
      headers: { "WWW-Authenticate": "Bearer" },
    });
  }
  const presented = admission.presentedKeys.read(authorization);
  if (presented !== undefined) {
    exchange.keyFingerprint = presented.fingerprint;
    if (presented.wellFormed) {
      const found = await admission.countedKeys.find(presented.secretHash, nowMs);
      if (found !== undefined) {
        admission.presentedKeys.remember(authorization, presented);
        return found;
      }
    }
  }
  const refused = admission.wrongKeys.count(address, nowMs);
  if (refused !== undefined) {
    throw new Problem("rate_limit_exceeded", "Too many wrong API keys from this address.", {
      headers: retryAfter(refused.retryAtMs, nowMs),
    });
  }
  throw new Problem("invalid_api_key", "The API key is not valid.", {
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  });
}

/** Given where the key was valid a moment ago: what it asks for may be read while it is admitted. */
export function readingAhead(
  { presentedKeys, countedKeys }: Admission,
  authorization: string | null,
): CountedKeys["ahead"] {
  const { ahead } = countedKeys;
  if (ahead === undefined || authorization === null) return undefined;
  const presented = presentedKeys.read(authorization);
  return presented !== undefined && ahead.wasValid(presented.secretHash) ? ahead : undefined;
}
