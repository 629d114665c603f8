import { endpointNames, endpointOf } from "../contract/endpoints.ts";

/** Called for every request to the service: which endpoint, how it ended, how long it took. */
export type UpstreamTimer = (endpoint: string, outcome: string, seconds: number) => void;

let upstreamTimer: UpstreamTimer | undefined;

export function setUpstreamTimer(timer: UpstreamTimer | undefined): void {
  upstreamTimer = timer;
}

/** `outcome`: the class of the answer's status, such as `2xx`, or the code of the failure. */
export function timeUpstream(request: { method: string; target: string }, outcome: string, ms: number): void {
  upstreamTimer?.(endpointOfTarget(request), outcome, ms / 1000);
}

const rows = endpointNames.map((name) => {
  const { method, path } = endpointOf(name);
  return { name, method, parts: path.split("/") };
});

/** The endpoint's name, so that the metrics have one series for all documents. */
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
