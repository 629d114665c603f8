import { registerBounded } from "../kit/bounded.ts";

/** The most requests waiting; an unlimited queue would block every page that waits. */
export const requestsMax = 1_000;

let upstreamRequests = 0;

registerBounded({
  name: "hiraku_web_upstream_requests",
  help: "Requests to the service that are not answered to the end.",
  max: requestsMax,
  size: requestsUnderWay,
});

export function requestsUnderWay(): number {
  return upstreamRequests;
}

export function countRequest(by: 1 | -1): void {
  upstreamRequests += by;
}
