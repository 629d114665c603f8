import { ready } from "@/lib/operation/health";

/** For a balancer: needs no session and tells no secret. */
export const GET = ready;
export const dynamic = "force-dynamic";
