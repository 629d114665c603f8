import { noContent, RouteProblem } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { publicSessionId } from "@/lib/auth/sessions";

/** Tells a page that was kept by the browser whether it still belongs to whoever is signed in. */
export const GET = ownerRoute(({ request, owner }) => {
  const asked = new URL(request.url).searchParams.get("id");
  if (asked === publicSessionId(owner.sessionHash)) return noContent();
  throw new RouteProblem({ status: 409, code: "another_session", detail: "This browser has another session now." });
});
