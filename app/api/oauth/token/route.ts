import { app } from "@/lib/app.server";

/** A code or a refresh token becomes an access token. */
export const POST = app.programs.serveToken;

export const OPTIONS = app.programs.preflight;
