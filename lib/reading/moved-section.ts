import type { SectionId } from "../contract/ids.ts";
import type { MovedSection } from "../contract/resources.ts";

/** The section that has the text of one that was there once, under an id that links still have. */
export function sectionNow(
  toc: { readonly moved_sections: readonly MovedSection[]; readonly toc: readonly { readonly section_id: string }[] },
  sectionId: string,
): SectionId | undefined {
  const now = toc.moved_sections.find((each) => each.section_id === sectionId)?.section_id_now;
  // Another service may name a place that is not there; a link must not lead in circles.
  return toc.toc.some((each) => each.section_id === now) ? now : undefined;
}
