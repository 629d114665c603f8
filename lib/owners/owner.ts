import type { Upstream } from "../upstream/upstream.ts";

/** An owner with the service as it is called with their key: by a session, or by a token of theirs. */
export interface KeyOwner {
  readonly ownerId: string;
  readonly upstream: Upstream;
}

/** The signed-in owner of a request. Everything that reads or spends for an owner gets it as an argument. */
export interface Owner extends KeyOwner {
  readonly fingerprint: string;
  readonly sessionHash: string;
  readonly demo: boolean;
  readonly createdAtMs: number;
}

const answers = new WeakMap<KeyOwner, Map<string, Promise<unknown>>>();

/** A request's owner is an object of its own. `name` says what is asked, with its arguments. */
export function oncePerRequest<T>(owner: KeyOwner, name: string, ask: () => Promise<T>): Promise<T> {
  const asked = answers.get(owner) ?? new Map<string, Promise<unknown>>();
  answers.set(owner, asked);
  const before = asked.get(name);
  // The name decides the type: each is asked for in one place.
  if (before !== undefined) return before as Promise<T>;
  const answer = ask();
  asked.set(name, answer);
  return answer;
}
