import type { Route } from "next";
import type { WordKey } from "@/lib/text/i18n/namespaces";

/** Links that a feature brings to pages of others. */
export interface FeatureLinks {
  /** Beside the search; what is typed there goes along. */
  readonly tab: { readonly label: WordKey<"frame">; href(question: string): Route };
  /** Its row in the palette, to the same page. */
  readonly command?: WordKey<"keys">;
  /** The page of one of its proofs in the library. */
  readonly proof: { readonly kind: WordKey<"library">; href(id: string): Route };
}
