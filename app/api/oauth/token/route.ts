import { app } from "@/lib/app.server";

/** A code or a refresh token becomes an access token. */
export const POST = app.serveToken;

export const OPTIONS = app.preflight;
