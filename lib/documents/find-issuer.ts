import { cache } from "react";
import { requireOwner } from "../auth/session.ts";
import type { SecurityCode } from "../contract/ids.ts";
import type { Issuer } from "../contract/resources.ts";
import { callFree } from "../upstream/call-free.ts";
import { isProblem } from "../upstream/problem-error.ts";

/** The issuer of a code; null where the service knows none or can't be asked, so that only the timeline is shown. */
export const findIssuer = cache(async (code: SecurityCode): Promise<Issuer | null> => {
  const { upstream } = await requireOwner();
  try {
    const { issuers } = await callFree(upstream, "searchIssuers", { q: code });
    return issuers.find((issuer) => issuer.security_code === code) ?? null;
  } catch (error) {
    if (isProblem(error)) return null;
    throw error;
  }
});
