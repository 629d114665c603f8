import { endpointNames, endpointOf } from "../contract/endpoints.ts";

/** Hears of every request to the service: which, how it ended, how long it took. */
export type UpstreamTimer = (endpoint: string, outcome: string, seconds: number) => void;

// Set by the metrics where they are served; what is bundled apart finds it here.
const shared: typeof globalThis & { hirakuUpstreamTimer?: UpstreamTimer | undefined } = globalThis;

export function setUpstreamTimer(timer: UpstreamTimer | undefined): void {
  shared.hirakuUpstreamTimer = timer;
}

/** `outcome`: the class of the answer's status, such as `2xx`, or the code of what kept it from coming. */
export function timeUpstream(request: { method: string; target: string }, outcome: string, ms: number): void {
  shared.hirakuUpstreamTimer?.(endpointOfTarget(request), outcome, ms / 1000);
}

const rows = endpointNames.map((name) => {
  const { method, path } = endpointOf(name);
  return { name, method, parts: path.split("/") };
});

/** The endpoint's name, so that metrics have one row for all documents. */
export function endpointOfTarget({ method, target }: { method: string; target: string }): string {
  const parts = (target.split("?", 1)[0] ?? "").split("/");
  const row = rows.find(
    (each) =>
      each.method === method &&
      each.parts.length === parts.length &&
      each.parts.every((part, index) => part.startsWith("{") || part === parts[index]),
  );
  return row?.name ?? "other";
}
