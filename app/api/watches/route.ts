import { z } from "zod";
import { noContent, privateJson, RouteProblem } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { normaliseSecurityCode } from "@/lib/format/security-code";
import { store } from "@/lib/store/database";
import { addWatch, listWatches, removeWatch } from "@/lib/store/watches";

const Watch = z.object({
  security_code: z.string().transform((text, context) => {
    const code = normaliseSecurityCode(text);
    if (code === undefined) context.addIssue({ code: "custom", message: "not a security code" });
    return code ?? z.NEVER;
  }),
  name: z.string().max(200).nullable(),
  name_en: z.string().max(200).nullable(),
});

export const GET = ownerRoute(async ({ owner }) => privateJson({ watches: await listWatches(store(), owner.ownerId) }));

export const PUT = ownerRoute(async ({ owner, request }) => {
  const watch = await readBody(request, Watch);
  if (!(await addWatch(store(), owner.ownerId, { ...watch, added_at: Date.now() }))) {
    throw new RouteProblem({ status: 409, code: "desk_full", detail: "The desk holds 100 issuers." });
  }
  return noContent();
});

export const DELETE = ownerRoute(async ({ owner, request }) => {
  const code = new URL(request.url).searchParams.get("security_code");
  if (code !== null) await removeWatch(store(), owner.ownerId, code);
  return noContent();
});
