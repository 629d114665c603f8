import type { CitedDocument } from "../text/format/citation.ts";
import type { StatusFields } from "../text/format/standing.ts";
import type { PageBox } from "./page-boxes.ts";

export interface ViewerData {
  readonly document: CitedDocument & StatusFields & { readonly language: string };
  readonly pages: readonly PageBox[];
  /** Sections with the page on which each begins, as far as that is known, for the link back to the text. */
  readonly sections: readonly { readonly id: string; readonly page: number }[];
  /** Null where the document has no text. */
  readonly firstSection: string | null;
}
