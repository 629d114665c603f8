import { app } from "@/lib/app.server";

/** Changes nothing: leads to the page with the button. */
export const GET = app.following.serveEndLink;

/** The page's button, and the one-click button of mail programs (RFC 8058). */
export const POST = app.following.serveEndMail;
