/**
 * Reports a key that the service no longer accepts. The code that makes calls knows nothing of sessions; lib/owners
 * registers a listener here, which ends them.
 */
type Listener = (keyId: string) => Promise<void>;

let keyRefused: Listener | undefined;

export function whenKeyIsRefused(listener: Listener | undefined): void {
  keyRefused = listener;
}

/** Only the interface's own code counts, since a proxy's 401, a 403 or a failure says nothing about the key. */
export async function noteKeyRefusal(
  keyId: string,
  problem: { readonly status: number; readonly code: string },
): Promise<void> {
  if (problem.status === 401 && problem.code === "invalid_api_key") await keyRefused?.(keyId);
}
