import type { Instrumentation } from "next";

/** Runs once, before the first request. The condition keeps node's modules out of the edge build, which is not used. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startUp } = await import("./lib/start-up");
  await startUp();
}

/** Logs failures of pages and handlers with the digest that the page shows, so that they can be found in the log. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logRequestError } = await import("./lib/start-up");
  logRequestError(error, { method: request.method, path: context.routePath });
};
