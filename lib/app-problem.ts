/** The web app's own error body, RFC 7807 like the service's; upstream problems pass through with their own code. */
export interface AppProblem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** The request id to quote. */
  readonly instance: string | null;
  readonly retry_after_seconds: number | null;
  /** With `quota_exceeded`, where the service tells them: what the request costs, and what the key has left. */
  readonly credits_required?: number;
  readonly credits_remaining?: number;
}
