/** Runs once, before the first request. The guard keeps node's modules out of the edge build, which nothing uses. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startUp } = await import("./lib/start-up");
  await startUp();
}
