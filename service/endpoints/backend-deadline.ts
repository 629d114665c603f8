import { SearchBusyError, SearchTimedOutError, SearchUnavailableError, TermTooCommonError } from "../search/port.ts";
import { Problem } from "../http/problem.ts";

/**
 * Runs a backend under a deadline. When it passes, the signal tells the backend to stop, and the caller gets 504
 * without waiting for that.
 */
export async function withinDeadline<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(timedOut());
      controller.abort(new Error(`The deadline of ${timeoutMs} ms has passed.`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), expired]);
  } catch (error) {
    if (error instanceof TermTooCommonError) throw tooCommon(error);
    const isLate = controller.signal.aborted || notAnswered.some((kind) => error instanceof kind);
    throw isLate && !(error instanceof Problem) ? timedOut(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** An engine that is lost is told as one that is late: the caller can only try again. */
const notAnswered = [SearchBusyError, SearchTimedOutError, SearchUnavailableError];

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
