import type { Client } from "../http/client.ts";
import { Problem } from "../http/problem.ts";
import { SearchTimedOutError, SearchUnavailableError, TermTooCommonError } from "../search/port.ts";

/** Fires at a deadline, or before it where the client goes away. */
export const untilLate = (timeoutMs: number, { gone }: Client): AbortSignal =>
  AbortSignal.any([gone, AbortSignal.timeout(timeoutMs)]);

/**
 * Runs a backend under a deadline. When it passes, the signal tells the backend to stop, and the caller gets 504
 * without waiting for that. The same signal fires where the client goes away.
 */
export async function withinDeadline<T>(
  timeoutMs: number,
  { gone }: Client,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  gone.throwIfAborted();
  const controller = new AbortController();
  const ended = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    ended.reject(timedOut());
    controller.abort(new Error(`The deadline of ${timeoutMs} ms has passed.`));
  }, timeoutMs);
  const leave = () => {
    ended.reject(gone.reason);
    controller.abort(gone.reason);
  };
  gone.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work(controller.signal), ended.promise]);
  } catch (error) {
    gone.throwIfAborted();
    if (error instanceof TermTooCommonError) throw tooCommon(error);
    const isLate = controller.signal.aborted || notAnswered.some((kind) => error instanceof kind);
    throw isLate && !(error instanceof Problem) ? timedOut(error) : error;
  } finally {
    clearTimeout(timer);
    gone.removeEventListener("abort", leave);
  }
}

/** An engine that is lost is told as one that is late: the caller can only try again. */
const notAnswered = [SearchTimedOutError, SearchUnavailableError];

const timedOut = (cause?: unknown) =>
  new Problem("search_backend_timeout", "The search did not finish in time. Try again, or with a narrower question.", {
    cause,
  });

const tooCommon = (cause: TermTooCommonError) =>
  new Problem(
    "invalid_query_parameter",
    `'${cause.term}' by itself stands in too much of what is stored. Add a character to it.`,
    { cause },
  );
