import type { CitedDocument } from "@/lib/format/citation";
import type { PageBox } from "./geometry";

export interface ViewerData {
  readonly document: CitedDocument & { readonly language: string };
  readonly pages: readonly PageBox[];
  /** Sections with the share of the text before them, for the way back to the text; empty where there is none. */
  readonly sections: readonly { readonly id: string; readonly share: number }[];
}
