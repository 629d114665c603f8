import { app } from "@/lib/app.server";

/** The file of a draft with comments where its claims stand: nothing of it is stored. */
export const POST = app.ownerRoute(
  async ({ request }) => app.check.commentedFile(request),
  app.check.fileBytesMax + app.check.commentBytesMax,
);
