import { app } from "@/lib/app.server";
import { wordFileAnswer } from "@/lib/i18n/word-files.server";

/** The words of the app's frame. For anybody: they are the same for all, and say nothing of anyone. */
export const GET = app.openRoute(async (request) => {
  const name = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const answer = await wordFileAnswer(name);
  if (answer === undefined) throw new app.RouteProblem({ status: 404, code: "not_found", detail: "No such words." });
  return new Response(answer.text, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": answer.isCurrent ? "public, max-age=31536000, immutable" : "no-store",
    },
  });
});
