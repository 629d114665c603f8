import { z } from "zod";
import { app } from "@/lib/app.server";
import { parseUpdateSource } from "@/lib/text/format/update-source";

const Seen = z.object({
  sources: z
    .array(
      z.object({
        source: z.string().refine((text) => parseUpdateSource(text) !== undefined),
        through_seq: z.int().min(0),
      }),
    )
    .min(1)
    .max(300),
});

/** The answer has the marks from before, with which the same request takes it back. */
export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { sources } = await app.readBody(request, Seen);
  const at = Date.now();
  const marks = new Map(
    (await app.listLooked(app.running().store, owner.ownerId)).map((each) => [each.source, each.through_seq]),
  );
  await app.saveLooked(
    app.running().store,
    owner.ownerId,
    sources.map((each) => ({ ...each, at })),
  );
  return app.privateJson({ before: sources.map(({ source }) => ({ source, through_seq: marks.get(source) ?? 0 })) });
});
