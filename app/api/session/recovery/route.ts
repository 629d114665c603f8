import { noContent } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { store } from "@/lib/store/database";
import { forgetRecoveryCode } from "@/lib/store/sessions";

/** Confirms that the recovery code has been noted; it is never shown again. */
export const POST = ownerRoute(async ({ owner }) => {
  await forgetRecoveryCode(store(), owner.sessionHash);
  return noContent();
});
