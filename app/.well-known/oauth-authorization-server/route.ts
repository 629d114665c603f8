import { app } from "@/lib/app.server";

/** How a program asks for a token (RFC 8414). */
export const GET = app.openRoute(app.authorizationServer);

export const OPTIONS = app.preflight;

export const dynamic = "force-dynamic";
