import { cookies } from "next/headers";
import { app } from "@/lib/app.server";
import { returnPath } from "@/lib/next/return-path";
import { viewCookie } from "@/lib/next/view";
import { changedView, viewFromText, viewToText } from "@/lib/text/format/view";

/** Stores how this browser shows the app. A script gets 204; a plain form is redirected back to its page. */
export const POST = app.openRoute(async (request) => {
  const form = await app.readForm(request);
  const wanted = new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
  const { name, options } = viewCookie();
  const jar = await cookies();
  jar.set(name, viewToText(changedView(viewFromText(jar.get(name)?.value), wanted)), options);
  const next = wanted.get("next");
  if (next === null) return app.noContent();
  return new Response(null, {
    status: 303,
    headers: { Location: returnPath(next), "Cache-Control": "private, no-store" },
  });
});
