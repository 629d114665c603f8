import { z } from "zod";
import { privateJson } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { parseUpdateSource } from "@/lib/format/update-source";
import { store } from "@/lib/store/database";
import { listLooked, saveLooked } from "@/lib/store/updates";

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

/**
 * Marks updates as seen, up to the last one that the page showed of each source. The answer has the marks from before,
 * with which the same request takes it back.
 */
export const POST = ownerRoute(async ({ owner, request }) => {
  const { sources } = await readBody(request, Seen);
  const at = Date.now();
  const marks = new Map((await listLooked(store(), owner.ownerId)).map((each) => [each.source, each.through_seq]));
  await saveLooked(
    store(),
    owner.ownerId,
    sources.map((each) => ({ ...each, at })),
  );
  return privateJson({ before: sources.map(({ source }) => ({ source, through_seq: marks.get(source) ?? 0 })) });
});
