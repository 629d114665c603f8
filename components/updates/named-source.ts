import type { UnseenSource } from "@/lib/features/following/unseen";

/** Named in the user's language. */
export interface NamedSource extends UnseenSource {
  readonly name: string;
}
