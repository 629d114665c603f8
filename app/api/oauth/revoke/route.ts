import { app } from "@/lib/app.server";

/** A program gives back what it was granted (RFC 7009). */
export const POST = app.programs.serveRevoke;

export const OPTIONS = app.programs.preflight;
