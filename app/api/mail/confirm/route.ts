import { app } from "@/lib/app.server";

/** The button of the page that the confirming mail leads to. */
export const POST = app.following.serveConfirmMail;
