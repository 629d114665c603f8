import { after, type Availability, availabilityOf, silence } from "./availability.ts";
import { ProblemError } from "./problem-error.ts";
import type { Upstream } from "./upstream.ts";

/** Throws at once where the service is known to be away, rather than let another caller wait for it. */
export async function refuseWhileAway(upstream: Upstream): Promise<void> {
  const refusal = await availabilityOf(upstream.baseUrl).refusal();
  if (refusal !== undefined) throw new ProblemError(refusal, { neverStarted: true });
}

/** For a caller who can wait: the service counts as silent after a while, and the call goes on. */
export async function notingSilence<T>(upstream: Upstream, call: () => Promise<T>): Promise<T> {
  const { limit } = startWaiting(upstream);
  try {
    return await call();
  } finally {
    limit.cancel();
  }
}

/** For a page, which is sent without an answer that doesn't come in time. The call itself ends by its own deadline. */
export async function withPatience<T>(upstream: Upstream, call: () => Promise<T>): Promise<T> {
  const { limit, silent } = startWaiting(upstream);
  const answer = call();
  // Given up, it may fail later, when nobody listens any more.
  answer.catch(() => undefined);
  const givenUp = silent.then(() => {
    throw new ProblemError(silence);
  });
  try {
    return await Promise.race([answer, givenUp]);
  } finally {
    limit.cancel();
  }
}

function startWaiting({ baseUrl }: Upstream): { limit: ReturnType<typeof after>; silent: Promise<void> } {
  const service: Availability = availabilityOf(baseUrl);
  const startedAt = service.now();
  const limit = after(service.patienceMs());
  return { limit, silent: limit.done.then(() => service.failed(silence, startedAt)) };
}
