import { ready } from "@/lib/operation/health";

/** For a load balancer: needs no session and reveals no secret. */
export const GET = ready;
export const dynamic = "force-dynamic";
