import type { Instrumentation } from "next";

/** Runs once, before the first request. The guard keeps node's modules out of the edge build, which nothing uses. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startUp } = await import("./lib/start-up");
  await startUp();
}

/** Failures of pages and handlers, by their digest: what the page shows is what the log is searched for. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { noteRequestError } = await import("./lib/start-up");
  noteRequestError(error, { method: request.method, path: context.routePath });
};
