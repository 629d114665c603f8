import { app } from "@/lib/app.server";
import type { Owner } from "@/lib/owners/owner";
import { SharedCheckView } from "./SharedCheckView.tsx";

export async function shared(owner: Owner, shareId: string) {
  const found = await app.check.sharedCheck(owner, shareId);
  return found && <SharedCheckView shared={found} sameService={owner.upstream.baseUrl === found.service} />;
}
