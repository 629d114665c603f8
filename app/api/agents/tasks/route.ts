import { endTask } from "@/lib/agents/tasks";
import { noContent } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { purchases } from "@/lib/purchases/purchases";

/** Stops a task of a program. Purchases under way are finished, no new ones are made. */
export const DELETE = ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("task_id");
  if (id !== null) {
    await endTask((await purchases()).rows, { ownerId: owner.ownerId, taskId: id, state: "stopped", at: Date.now() });
  }
  return noContent();
});
