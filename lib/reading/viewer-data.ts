import type { CitedDocument } from "@/lib/text/format/citation";
import type { StatusFields } from "@/lib/text/format/standing";
import type { PageBox } from "../../components/pages/geometry";

export interface ViewerData {
  readonly document: CitedDocument & StatusFields & { readonly language: string };
  readonly pages: readonly PageBox[];
  /** Sections with the page on which each begins, as far as that is known, for the link back to the text. */
  readonly sections: readonly { readonly id: string; readonly page: number }[];
  /** Null where the document has no text. */
  readonly firstSection: string | null;
}
