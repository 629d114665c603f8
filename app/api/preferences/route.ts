import { cookies } from "next/headers";
import { noContent } from "@/lib/auth/answers";
import { openRoute } from "@/lib/auth/owner-route";
import { readForm } from "@/lib/auth/read-body";
import { returnPath } from "@/lib/auth/return-path";
import { viewCookie } from "@/lib/auth/view";
import { changedView, viewFromText, viewToText } from "@/lib/format/view";

/** Stores how this browser shows the app. A script gets 204; a plain form is redirected back to its page. */
export const POST = openRoute(async (request) => {
  const form = await readForm(request);
  const wanted = new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
  const { name, options } = viewCookie();
  const jar = await cookies();
  jar.set(name, viewToText(changedView(viewFromText(jar.get(name)?.value), wanted)), options);
  const next = wanted.get("next");
  if (next === null) return noContent();
  return new Response(null, {
    status: 303,
    headers: { Location: returnPath(next), "Cache-Control": "private, no-store" },
  });
});
