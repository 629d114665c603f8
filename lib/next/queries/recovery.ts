import { api } from "../../routes.ts";
import type { RecoveryAnswer } from "../../store/recovery.ts";
import { fetchOwnApi } from "./own-api.ts";

/** Tells the server that the recovery code was noted, or that its offer was put off or declined. */
export function answerRecovery(answer: RecoveryAnswer): Promise<void> {
  return fetchOwnApi<void>(api.recovery(), { method: "POST", body: { answer } });
}
