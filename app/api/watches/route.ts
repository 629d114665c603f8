import { z } from "zod";
import { app } from "@/lib/app.server";
import { normaliseSecurityCode } from "@/lib/contract/security-code";

const Watch = z.object({
  security_code: z.string().transform((text, context) => {
    const code = normaliseSecurityCode(text);
    if (code === undefined) context.addIssue({ code: "custom", message: "not a security code" });
    return code ?? z.NEVER;
  }),
  name: z.string().max(200).nullable(),
  name_en: z.string().max(200).nullable(),
});

export const GET = app.ownerRoute(async ({ owner }) =>
  app.privateJson({ watches: await app.listWatches(app.running().store, owner.ownerId) }),
);

export const PUT = app.ownerRoute(async ({ owner, request }) => {
  const watch = await app.readBody(request, Watch);
  if (!(await app.addWatch(app.running().store, owner.ownerId, { ...watch, added_at: Date.now() }))) {
    throw new app.RouteProblem({ status: 409, code: "desk_full", detail: "100 issuers are followed; no more can be." });
  }
  return app.noContent();
});

export const DELETE = app.ownerRoute(async ({ owner, request }) => {
  const code = new URL(request.url).searchParams.get("security_code");
  if (code !== null) await app.removeWatch(app.running().store, owner.ownerId, code);
  return app.noContent();
});
