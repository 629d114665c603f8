import { type Availability, noAnswerProblem, timeout } from "./availability.ts";
import { ProblemError } from "./problem-error.ts";
import type { Upstream } from "./upstream.ts";

export function availabilityOf({ service, baseUrl }: Upstream): Availability {
  return service.availabilityOf(baseUrl);
}

/** Throws at once where the service is known not to answer, so that the caller does not wait for it. */
export async function refuseWhileAway(upstream: Upstream): Promise<void> {
  const refusal = await availabilityOf(upstream).refusal();
  if (refusal !== undefined) throw new ProblemError(refusal, { neverStarted: true });
}

/** For a call that may take long: after a while the service counts as not answering, but the call continues. */
export async function reportingTimeout<T>(upstream: Upstream, call: () => Promise<T>): Promise<T> {
  const { limit } = startWaiting(upstream);
  try {
    return await call();
  } finally {
    limit.cancel();
  }
}

/**
 * For a page, which is rendered without an answer that does not arrive in time. The call itself continues until its own
 * deadline.
 */
export async function withPageWait<T>(upstream: Upstream, call: () => Promise<T>): Promise<T> {
  const { limit, silent } = startWaiting(upstream);
  const answer = call();
  // After a timeout the call may still fail, and nothing handles that failure any more.
  answer.catch(() => undefined);
  const givenUp = silent.then(() => {
    throw new ProblemError(noAnswerProblem);
  });
  try {
    return await Promise.race([answer, givenUp]);
  } finally {
    limit.cancel();
  }
}

function startWaiting(upstream: Upstream): { limit: ReturnType<typeof timeout>; silent: Promise<void> } {
  const availability = availabilityOf(upstream);
  const startedAt = availability.now();
  const limit = timeout(availability.pageWaitMs());
  return { limit, silent: limit.done.then(() => availability.failed(noAnswerProblem, startedAt)) };
}
