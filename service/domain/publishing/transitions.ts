import type { ContentStatus } from "../../../lib/contract/vocabulary.ts";

const next: Readonly<Record<ContentStatus, readonly ContentStatus[]>> = {
  pending_release: ["ready", "unavailable", "withdrawn"],
  ready: ["withdrawn"],
  unavailable: ["withdrawn"],
  withdrawn: [],
};

/** What was delivered is never pending again, and what was withdrawn never comes back. */
export function mayBecome(from: ContentStatus, to: ContentStatus): boolean {
  return from === to || next[from].includes(to);
}
