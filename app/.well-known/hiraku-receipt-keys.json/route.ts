import { app } from "@/lib/app.server";

/** The public keys of this installation's receipts, newest first. For anybody, also in a page of another site. */
export const GET = app.openRoute(() =>
  Response.json(
    { keys: app.publicKeys(app.running().signing.all()) },
    { headers: { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" } },
  ),
);

export const dynamic = "force-dynamic";
