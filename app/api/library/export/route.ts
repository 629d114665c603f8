import { ownerRoute } from "@/lib/auth/owner-route";
import { exportLibrary } from "@/lib/purchases/library/export";
import { purchases } from "@/lib/purchases/purchases";

export const GET = ownerRoute(async ({ owner }) => {
  const { deps, rows } = await purchases();
  return new Response(exportLibrary(deps, rows, owner.ownerId), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": 'attachment; filename="hiraku-library.zip"',
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
