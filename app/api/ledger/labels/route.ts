import { z } from "zod";
import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { purchases } from "@/lib/purchases/purchases";

const Labelled = z.object({
  intent_ids: z.array(z.string().max(64)).min(1).max(500),
  label: z.string().trim().max(80).nullable(),
});

export const POST = ownerRoute(async ({ owner, request }) => {
  const { intent_ids, label } = await readBody(request, Labelled);
  const changed = await (await purchases()).rows.library.setLabel(
    owner.ownerId,
    intent_ids,
    label === "" ? null : label,
  );
  return privateJson({ changed });
});
