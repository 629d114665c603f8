import { RouteProblem } from "@/lib/auth/answers";
import { IdentityError, recognise } from "@/lib/auth/identity";
import { networkOf } from "@/lib/auth/network";
import { ownerRoute } from "@/lib/auth/owner-route";
import { peerAddress } from "@/lib/auth/peer-address";
import { readForm } from "@/lib/auth/read-body";
import { secrets } from "@/lib/auth/secrets";
import { checkKey, SignInError, wrongGuesses } from "@/lib/auth/sign-in";
import { signInGuard } from "@/lib/auth/sign-in-guard";
import { logEvent } from "@/lib/log";
import { routes } from "@/lib/routes";
import { store } from "@/lib/store/database";

/** Links another key to this library, so that the library survives a change of keys. Posted by a plain form. */
export const POST = ownerRoute(async ({ request, owner }) => {
  if (owner.demo)
    throw new RouteProblem({ status: 403, code: "demo_library", detail: "The demo library takes no keys." });
  const form = await readForm(request);
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
  const admission = await signInGuard().admit(networkOf(peerAddress(request.headers)));
  if (!admission.allowed) return "too_many_attempts";
  const { attempt } = admission;
  try {
    await checkKey(apiKey, secrets());
    const { keyId } = await recognise(store(), {
      upstream: owner.upstream.baseUrl,
      apiKey,
      versions: secrets(),
      nowMs: Date.now(),
      join: { ownerId: owner.ownerId },
    });
    logEvent("key_linked", { ownerId: owner.ownerId, keyId, peer: peerAddress(request.headers) });
    return "done";
  } catch (error) {
    if (error instanceof IdentityError) return error.reason;
    if (!(error instanceof SignInError)) throw error;
    const reason = `link_${error.failure}`;
    logEvent("sign_in_refused", { ownerId: owner.ownerId, peer: peerAddress(request.headers), reason });
    if (wrongGuesses.has(error.failure)) await attempt.failed();
    return error.failure;
  } finally {
    await attempt.passed();
  }
}
