import { app } from "@/lib/app.server";
import { routes } from "@/lib/routes";

/** Links another key to this library, so that the library survives a change of keys. Posted by a plain form. */
export const POST = app.ownerRoute(async ({ request, owner }) => {
  const form = await app.readForm(request);
  if (owner.demo)
    throw new app.RouteProblem({ status: 403, code: "demo_library", detail: "The demo library takes no keys." });
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
  const admission = await app.running().signInGuard.admit(app.networkOf(app.peerAddress(request.headers)));
  if (!admission.allowed) return "too_many_attempts";
  const { attempt } = admission;
  try {
    await app.checkKey(app.running(), apiKey);
    const { keyId } = await app.recognise(app.running().store, {
      upstream: owner.upstream.baseUrl,
      apiKey,
      versions: app.running().secrets,
      nowMs: Date.now(),
      join: { ownerId: owner.ownerId },
    });
    app.logEvent("key_linked", { ownerId: owner.ownerId, keyId, peer: app.peerAddress(request.headers) });
    return "done";
  } catch (error) {
    if (error instanceof app.IdentityError) return error.reason;
    if (!(error instanceof app.SignInError)) throw error;
    const reason = `link_${error.failure}`;
    app.logEvent("sign_in_refused", { ownerId: owner.ownerId, peer: app.peerAddress(request.headers), reason });
    if (app.wrongGuesses.has(error.failure)) await attempt.failed();
    return error.failure;
  } finally {
    await attempt.passed();
  }
}
