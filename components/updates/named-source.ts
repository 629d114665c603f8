import type { PriceRange } from "@/lib/contract/prices";
import type { UnseenDocument, UnseenSource } from "@/lib/features/following/unseen";

export interface NamedDocument extends UnseenDocument {
  readonly sections: readonly (UnseenDocument["sections"][number] & { readonly price: PriceRange })[];
}

/** Named in the user's language. */
export interface NamedSource extends UnseenSource {
  readonly name: string;
  readonly documents: readonly NamedDocument[];
}
