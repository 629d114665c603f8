import { app } from "@/lib/app.server";

/** Whose tokens open the address for programs (RFC 9728). */
export const GET = app.openRoute(app.programs.protectedResource);

export const OPTIONS = app.programs.preflight;

export const dynamic = "force-dynamic";
