import type { CitedDocument } from "@/lib/format/citation";
import type { PageBox } from "./geometry";

export interface ViewerData {
  readonly document: CitedDocument & { readonly language: string };
  readonly pages: readonly PageBox[];
  /**
   * Sections with the share of the text before each, for the link back to the text; empty where the document has no
   * text.
   */
  readonly sections: readonly { readonly id: string; readonly share: number }[];
}
