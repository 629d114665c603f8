import { app } from "@/lib/app.server";

/** The file of a draft with comments where its claims stand: nothing of it is stored. */
export const POST = app.ownerRoute(
  async ({ request }) => app.commentedFile(request),
  app.fileBytesMax + app.commentBytesMax,
);
