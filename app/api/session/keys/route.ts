import { RouteProblem } from "@/lib/auth/answers";
import { attempts } from "@/lib/auth/attempts";
import { IdentityError, recognise } from "@/lib/auth/identity";
import { ownerRoute } from "@/lib/auth/owner-route";
import { peerAddress } from "@/lib/auth/peer-address";
import { secrets } from "@/lib/auth/secrets";
import { checkKey, countedFailures, SignInError } from "@/lib/auth/sign-in";
import { routes } from "@/lib/routes";
import { store } from "@/lib/store/database";

/** Links a further key to this library, so that a rotated key orphans nothing. A plain form posts here. */
export const POST = ownerRoute(async ({ request, owner }) => {
  if (owner.demo)
    throw new RouteProblem({ status: 403, code: "demo_library", detail: "The demo library takes no keys." });
  const form = await request.formData();
  const typed = form.get("key");
  const outcome = await linkKey(typeof typed === "string" ? typed.trim() : "", request, owner);
  return new Response(null, {
    status: 303,
    headers: { Location: routes.account({ link: outcome }), "Cache-Control": "private, no-store" },
  });
});

async function linkKey(
  apiKey: string,
  request: Request,
  owner: { ownerId: string; upstream: { baseUrl: string } },
): Promise<string> {
  const address = peerAddress(request.headers);
  if (!attempts().check(address, Date.now()).allowed) return "too_many_attempts";
  try {
    await checkKey(apiKey, secrets());
    recognise(store(), {
      upstream: owner.upstream.baseUrl,
      apiKey,
      versions: secrets(),
      nowMs: Date.now(),
      join: { ownerId: owner.ownerId },
    });
    return "done";
  } catch (error) {
    if (error instanceof IdentityError) return error.reason;
    if (!(error instanceof SignInError)) throw error;
    if (countedFailures.has(error.failure)) attempts().fail(address, Date.now());
    return error.failure;
  }
}
