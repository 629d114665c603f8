import { app } from "@/lib/app.server";

export const GET = app.ownerRoute(async ({ owner }) => {
  const { deps, rows } = app.running().purchases;
  return new Response(app.exportLibrary(deps, rows, owner.ownerId), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": 'attachment; filename="hiraku-library.zip"',
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
