import { app } from "@/lib/app.server";

/** What a refill of the workbook would change, and which newer packages could be bought first. */
export const POST = app.ownerOrTokenRoute(
  async ({ request, owner }) => app.privateJson(await app.planRefill(request, owner)),
  app.workbookBytesMax,
);
