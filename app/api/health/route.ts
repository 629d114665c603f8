import { app } from "@/lib/app.server";

/** For a supervisor: needs no session and reveals no secret. */
export const GET = app.live;
export const dynamic = "force-dynamic";
