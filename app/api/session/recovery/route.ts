import { noContent } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { store } from "@/lib/store/database";
import { forgetRecoveryCode } from "@/lib/store/sessions";

/** The recovery code has been noted down: it is never shown again. */
export const POST = ownerRoute(({ owner }) => {
  forgetRecoveryCode(store(), owner.sessionHash);
  return noContent();
});
