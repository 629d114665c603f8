import packageJson from "../../../package.json" with { type: "json" };
import { app } from "../../running-app.ts";
import { diskReserveBytes } from "../../spending/engine/send-gate.ts";
import type { Bodies } from "../../spending/ports.ts";
import { storeWorks } from "../../store/probe.ts";

const headers = { "Cache-Control": "no-store" };

/** The program runs and answers. */
export function live(): Response {
  return Response.json({ status: "ok", version: packageJson.version }, { headers });
}

export function ready(): Promise<Response> {
  return readiness(partsOfApp());
}

/** The same for a page. */
export function webHealth(): Promise<Readiness> {
  return checkParts(partsOfApp());
}

function partsOfApp(): Parts {
  const { store, purchases, service, settings } = app();
  return {
    store: () => storeWorks(store),
    bodies: async () => canKeep(purchases.deps.bodies),
    service: () => service.availabilityOf(settings.apiUrl).check(),
  };
}

export interface Readiness {
  readonly status: string;
  readonly version: string;
  readonly checks: Readonly<Record<string, string>>;
}

interface Parts {
  store(): Promise<boolean>;
  bodies(): Promise<boolean>;
  service(): Promise<boolean>;
}

/**
 * Ready means that the store can be read and written, and that there is room for what is bought. Whether the service
 * answers is reported but doesn't count: owned text is readable without it, so a load balancer must not remove the web
 * app for it.
 */
export async function readiness(parts: Parts): Promise<Response> {
  const body = await checkParts(parts);
  return Response.json(body, { status: body.status === "ok" ? 200 : 503, headers });
}

async function checkParts(parts: Parts): Promise<Readiness> {
  const works = async (part: () => Promise<boolean>) => {
    try {
      return await part();
    } catch {
      return false;
    }
  };
  const [keepsRows, keepsFiles, answers] = await Promise.all([
    works(parts.store),
    works(parts.bodies),
    works(parts.service),
  ]);
  const said = (ok: boolean) => (ok ? "ok" : "failed");
  // As the service names them.
  const checks = { store: said(keepsRows), blobs_write: said(keepsFiles), service: answers ? "ok" : "away" };
  const isReady = keepsRows && keepsFiles;
  return { status: said(isReady), version: packageJson.version, checks };
}

/** A full disk refuses every purchase, also where the store's file happens to have room left in it. */
export async function canKeep(bodies: Pick<Bodies, "freeBytes" | "tryWriting">): Promise<boolean> {
  await bodies.tryWriting();
  return (await bodies.freeBytes()) >= diskReserveBytes;
}
