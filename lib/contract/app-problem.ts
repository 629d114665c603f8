/** The error body of the web app's own routes, RFC 7807 like the service's. Problems of the service keep their code. */
export interface AppProblem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** The request id, to be given when asking for help. */
  readonly instance: string | null;
  readonly retry_after_seconds: number | null;
  /** With `quota_exceeded`, where the service sends them: what the request costs, and what the key has left. */
  readonly credits_required?: number;
  readonly credits_remaining?: number;
}
