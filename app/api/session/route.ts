import { app } from "@/lib/app.server";

/** Tells a page that was kept by the browser whether it still belongs to whoever is signed in. */
export const GET = app.ownerRoute(({ request, owner }) => {
  const asked = new URL(request.url).searchParams.get("id");
  if (asked === app.publicSessionId(owner.sessionHash)) return app.noContent();
  throw new app.RouteProblem({ status: 409, code: "another_session", detail: "This browser has another session now." });
});
