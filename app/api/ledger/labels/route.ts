import { z } from "zod";
import { app } from "@/lib/app.server";

const Labelled = z.object({
  intent_ids: z.array(z.string().max(64)).min(1).max(500),
  label: z.string().trim().max(80).nullable(),
});

export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { intent_ids, label } = await app.readBody(request, Labelled);
  const changed = await app
    .running()
    .purchases.rows.library.setLabel(owner.ownerId, intent_ids, label === "" ? null : label);
  return app.privateJson({ changed });
});
