import { z } from "zod";
import { app } from "@/lib/app.server";

const Answer = z.object({ answer: z.enum(app.recoveryAnswers) });

/** Confirms that the recovery code has been noted, after which it can't be shown again; or puts off or ends its offer. */
export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { answer } = await app.readBody(request, Answer);
  await app.answerRecoveryOffer(app.running().store, owner.ownerId, answer, Date.now());
  return app.noContent();
});
