import { toWireRequest } from "../contract/client.ts";
import {
  type EndpointInput,
  type EndpointName,
  type EndpointResponse,
  endpointOf,
  type FreeEndpointName,
  isPaid,
} from "../contract/endpoints.ts";
import { readTolerantly } from "../contract/tolerant.ts";
import { availabilityOf, refuseWhileAway, withPageWait } from "./page-wait.ts";
import { ProblemError } from "./problem-error.ts";
import { withRetries } from "./retries.ts";
import { readText, sendToUpstream, throwProblem } from "./send.ts";
import type { Upstream } from "./upstream.ts";

const answerBytesMax = 32 * 1024 * 1024;

/**
 * Makes one free call, for which a page waits only briefly, and reads the answer tolerantly:
 *
 *   const toc = await callFreeEndpoint(owner.upstream, "getToc", { document_id: id });
 *
 * Throws a ProblemError whose `problem` fits `<ErrorInPlace>` and `problemResponse`.
 */
export async function callFreeEndpoint<N extends FreeEndpointName>(
  upstream: Upstream,
  name: N,
  input: EndpointInput<N>,
  options: { signal?: AbortSignal } = {},
): Promise<EndpointResponse<N>> {
  if (isPaid(endpointOf(name))) throw new Error(`${name} is not free`);
  const wire = toWireRequest(name, input);
  const { signal } = options;
  const { service, baseUrl } = upstream;
  const { apiTimeoutMs: deadlineMs } = service.settings;
  const availability = availabilityOf(upstream);
  await refuseWhileAway(upstream);
  return withPageWait(upstream, () =>
    withRetries({ service: baseUrl, buckets: service.retries, deadlineMs, signal }, async () => {
      const startedAt = availability.now();
      const answer = await sendToUpstream(upstream, wire, { kind: "free", signal });
      if (answer.status !== 200) return throwProblem(upstream, answer, { kind: "free" });
      const requestId = answer.header("x-request-id");
      const text = await readText(answer.body, answerBytesMax);
      try {
        const value = readFreeAnswer(name, text, requestId);
        availability.answered(availability.now() - startedAt);
        service.tiers.remember(baseUrl, value, Date.now());
        return value;
      } catch (error) {
        if (error instanceof ProblemError) availability.answeredInvalidly(error.problem);
        throw error;
      }
    }),
  );
}

/** Throws a problem where the answer can't be read. */
export function readFreeAnswer<N extends EndpointName>(
  name: N,
  text: string,
  requestId: string | null,
): EndpointResponse<N> {
  const answer = readJson(name, text);
  if (answer === undefined) throw unreadable("The service's answer is not JSON.", requestId);
  if ("unreadable" in answer) throw unreadable("The service's answer has a shape that can’t be read.", requestId);
  return answer.value;
}

function readJson<N extends EndpointName>(name: N, text: string) {
  try {
    return readTolerantly(name, JSON.parse(text));
  } catch {
    return undefined;
  }
}

function unreadable(detail: string, instance: string | null): ProblemError {
  return new ProblemError({ status: 502, code: "unreadable_answer", detail, instance });
}
