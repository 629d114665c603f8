import { createApp } from "../../../app.ts";
import { settings } from "../../../settings.ts";

/** An app whose schedule alone has something to do, as a process, to be killed or stopped at any moment by a test. */
const app = await createApp(settings());
const alive = setInterval(() => undefined, 60_000);
process.once("SIGTERM", () => {
  clearInterval(alive);
  void app[Symbol.asyncDispose]();
});
