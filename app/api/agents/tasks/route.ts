import { app } from "@/lib/app.server";

/** Stops a task of a program. Purchases under way are finished, no new ones are made. */
export const DELETE = app.ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("task_id");
  if (id !== null) {
    await app.endTask(app.running().purchases.rows, {
      ownerId: owner.ownerId,
      taskId: id,
      state: "stopped",
      at: Date.now(),
    });
  }
  return app.noContent();
});
