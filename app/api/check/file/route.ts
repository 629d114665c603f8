import { app } from "@/lib/app.server";

/** Reads the draft in a file and checks it. Costs nothing, and stores nothing of it. */
export const POST = app.ownerRoute(
  async ({ owner, request }) => app.privateJson(await app.check.checkFileForOwner(owner, request)),
  app.check.fileBytesMax,
);
