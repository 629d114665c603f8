import { app } from "@/lib/app.server";

/** An exported workbook of figures, refilled from what the owner has; buys nothing. */
export const POST = app.ownerOrTokenRoute(
  ({ request, owner }) => app.refilledFile(request, owner),
  app.workbookBytesMax,
);
