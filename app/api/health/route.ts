import { live } from "@/lib/operation/health";

/** For a supervisor: needs no session and reveals no secret. */
export const GET = live;
export const dynamic = "force-dynamic";
