import { app } from "@/lib/app.server";

/** How a program asks for a token (RFC 8414). */
export const GET = app.openRoute(app.programs.authorizationServer);

export const OPTIONS = app.programs.preflight;

export const dynamic = "force-dynamic";
