import { SecurityCode } from "../contract/ids.ts";
import type { Issuer } from "../contract/resources.ts";
import { normaliseSecurityCode } from "../contract/security-code.ts";
import { type Owner, oncePerRequest } from "../owners/owner.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { isProblem } from "../upstream/problem-error.ts";

/** The issuer of a code; null where the service knows none, undefined where it can't be asked. */
export function findIssuer(owner: Owner, code: SecurityCode): Promise<Issuer | null | undefined> {
  return oncePerRequest(owner, `issuer ${code}`, async () => {
    const found = await searchIssuers(owner, code);
    if (found === undefined) return undefined;
    return found.find((issuer) => issuer.security_code === code) ?? null;
  });
}

/** How long a page waits for a name that it only adds. */
const nameWaitMs = 300;

/** The English name of a document's issuer; null where it isn't known in time. Looking it up is free. */
export async function findIssuerNameEn(owner: Owner, code: SecurityCode | null): Promise<string | null> {
  if (code === null) return null;
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), nameWaitMs);
  const found = await Promise.race([findIssuer(owner, code), late]);
  clearTimeout(timer);
  return found?.name_en ?? null;
}

const similarIssuersMax = 6;
/** Shorter beginnings of a code say nothing. */
const beginningMin = 2;

/** Issuers whose codes or names come nearest to what was asked for: of it, or of ever shorter beginnings of it. */
async function findSimilarIssuers(owner: Owner, text: string): Promise<readonly Issuer[]> {
  const characters = [...text.normalize("NFKC").trim()].slice(0, 40);
  const lengths = [characters.length, characters.length - 1, beginningMin];
  for (const length of new Set(lengths.filter((each) => each >= beginningMin))) {
    const found = await searchIssuers(owner, characters.slice(0, length).join(""));
    if (found === undefined) return [];
    if (found.length > 0) return found.slice(0, similarIssuersMax);
  }
  return [];
}

/**
 * The same for a code that was asked for; undefined where it is somebody's. Next renders what is shown for an unknown
 * issuer with every issuer's page, which has asked for its issuer already.
 */
export async function issuersNear(owner: Owner, asked: string): Promise<readonly Issuer[] | undefined> {
  const code = normaliseSecurityCode(asked);
  if (code !== undefined && (await findIssuer(owner, SecurityCode.parse(code))) != null) return undefined;
  return findSimilarIssuers(owner, asked);
}

async function searchIssuers({ upstream }: Owner, q: string): Promise<readonly Issuer[] | undefined> {
  try {
    return (await callFreeEndpoint(upstream, "searchIssuers", { q })).issuers;
  } catch (error) {
    if (isProblem(error)) return undefined;
    throw error;
  }
}
