import { app } from "@/lib/app.server";

/** A program registers itself (RFC 7591). */
export const POST = app.serveRegister;

export const OPTIONS = app.preflight;
