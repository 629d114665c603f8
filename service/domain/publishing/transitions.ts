import type { ContentStatus } from "../../../lib/contract/vocabulary.ts";

const next: Readonly<Record<ContentStatus, readonly ContentStatus[]>> = {
  pending_release: ["ready", "unavailable", "withdrawn"],
  ready: ["withdrawn"],
  unavailable: ["withdrawn"],
  withdrawn: [],
};

/** A delivered document is never pending again, and a withdrawn one is never delivered again. */
export function mayBecome(from: ContentStatus, to: ContentStatus): boolean {
  return from === to || next[from].includes(to);
}
