import type { Instrumentation } from "next";

/** Logs failures of pages and handlers with the digest that the page shows, so that they can be found in the log. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  // The condition keeps node's modules out of the edge build, which is not used.
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { app } = await import("./lib/app.server");
  app.logRequestError(error, { method: request.method, path: context.routePath });
};
