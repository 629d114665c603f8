import { app } from "@/lib/app.server";

/** Who is told of a vulnerability of this installation (RFC 9116). */
export const GET = app.openRoute(() => app.securityText(app.running().settings, new Date()));

export const dynamic = "force-dynamic";
