import type { UnseenSource } from "@/lib/updates/unseen";

/** What is new of a watch or saved filter, with its name in the user's language. */
export interface NamedSource extends UnseenSource {
  readonly name: string;
}
