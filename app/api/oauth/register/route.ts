import { app } from "@/lib/app.server";

/** A program registers itself (RFC 7591). */
export const POST = app.programs.serveRegister;

export const OPTIONS = app.programs.preflight;
