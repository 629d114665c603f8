import { cache } from "react";
import { requireOwner } from "@/lib/auth/session";
import type { SecurityCode } from "@/lib/contract/ids";
import type { Issuer } from "@/lib/contract/resources";
import { callFree } from "@/lib/upstream/call-free";
import { isProblem } from "@/lib/upstream/problem-error";

/** The issuer of a code, or null where the service knows none or can't be asked: the timeline stands alone. */
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
