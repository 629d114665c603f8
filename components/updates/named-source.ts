import type { UnseenSource } from "@/lib/updates/unseen";

/** Named in the user's language. */
export interface NamedSource extends UnseenSource {
  readonly name: string;
}
