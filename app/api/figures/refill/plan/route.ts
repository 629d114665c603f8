import { app } from "@/lib/app.server";

/** The changes that a refill of the workbook would make, and the newer packages that could be bought first. */
export const POST = app.ownerOrTokenRoute(
  async ({ request, owner }) => app.privateJson(await app.planRefill(request, owner)),
  app.workbookBytesMax,
);
