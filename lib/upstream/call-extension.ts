import { toWireRequest } from "../contract/client.ts";
import type { EndpointInput, EndpointResponse, ExtensionName } from "../contract/endpoints.ts";
import { readFreeAnswer } from "./call-free.ts";
import { refuseWhileAway } from "./page-wait.ts";
import { readText, sendToUpstream, throwProblem } from "./send.ts";
import type { Upstream } from "./upstream.ts";

const answerBytesMax = 4 * 1024 * 1024;

/**
 * Calls an endpoint that only our own service has, for a reader who waits for it: it is sent once, since the service may
 * count requests, and a service that takes its time does not count as away. Undefined where the service has no such
 * address; it may also have no such thing as was asked for.
 */
export async function callExtension<N extends ExtensionName>(
  upstream: Upstream,
  name: N,
  input: EndpointInput<N>,
  signal?: AbortSignal,
): Promise<EndpointResponse<N> | undefined> {
  await refuseWhileAway(upstream);
  const answer = await sendToUpstream(upstream, toWireRequest(name, input), { kind: "free", signal });
  if ([404, 405, 501].includes(answer.status)) {
    answer.body.destroy();
    return undefined;
  }
  if (answer.status !== 200) return throwProblem(upstream, answer, { kind: "free" });
  return readFreeAnswer(name, await readText(answer.body, answerBytesMax), answer.header("x-request-id"));
}
