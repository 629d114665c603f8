import { app } from "@/lib/app.server";

/** For a load balancer: needs no session and reveals no secret. */
export const GET = app.ready;
export const dynamic = "force-dynamic";
