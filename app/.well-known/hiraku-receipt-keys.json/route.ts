import { openRoute } from "@/lib/auth/owner-route";
import { publicKeys } from "@/lib/receipts/signing-keys";

/** The public keys of this installation's receipts, newest first. For anybody, also in a page of another site. */
export const GET = openRoute(() =>
  Response.json(
    { keys: publicKeys() },
    { headers: { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" } },
  ),
);

export const dynamic = "force-dynamic";
