import packageJson from "../../package.json" with { type: "json" };
import { settings } from "../env.ts";
import { store } from "../store/database.ts";
import { storeWorks } from "../store/probe.ts";
import { availabilityOf } from "../upstream/availability.ts";

const headers = { "Cache-Control": "no-store" };

/** The program runs and answers. */
export function live(): Response {
  return Response.json({ status: "ok", version: packageJson.version }, { headers });
}

/**
 * Ready means that the store can be read and written. Whether the service answers is reported but doesn't count: owned
 * text is readable without it, so a load balancer must not remove the web app for it.
 */
export async function ready(): Promise<Response> {
  const works = await workingStore();
  const service = (await availabilityOf(settings().apiUrl).check()) ? "ok" : "away";
  const checks = { store: works ? "ok" : "failed", service };
  const status = works ? "ok" : "failed";
  return Response.json({ status, version: packageJson.version, checks }, { status: works ? 200 : 503, headers });
}

async function workingStore(): Promise<boolean> {
  try {
    return await storeWorks(store());
  } catch {
    return false;
  }
}
