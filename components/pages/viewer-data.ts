import type { CitedDocument } from "@/lib/format/citation";
import type { PageBox } from "./geometry";

export interface ViewerData {
  readonly document: CitedDocument & { readonly language: string };
  readonly pages: readonly PageBox[];
  /** The section to return to with `t`; undefined where the document has no text. */
  readonly firstSectionId: string | undefined;
}
