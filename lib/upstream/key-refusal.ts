/**
 * What happens when the service says that it does not know a key any more. The calls that hear it know nothing of
 * sessions: whoever keeps them asks here to be told.
 */
type Listener = (keyId: string) => void;

// Next bundles routes, pages and instrumentation apart: one listener is shared through the process.
const shared: typeof globalThis & { hirakuKeyRefused?: Listener | undefined } = globalThis;

export function whenKeyIsRefused(listener: Listener | undefined): void {
  shared.hirakuKeyRefused = listener;
}

/** Only the interface's own code counts: a proxy's 401, a 403 or a failure says nothing about the key. */
export function noteKeyRefusal(keyId: string, problem: { readonly status: number; readonly code: string }): void {
  if (problem.status === 401 && problem.code === "invalid_api_key") shared.hirakuKeyRefused?.(keyId);
}
