import { expect, test } from "vitest";
import { SectionId } from "../contract/ids.ts";
import { sectionNow } from "./moved-section.ts";

const moved = (from: string, to: string) => ({
  section_id: SectionId.parse(from),
  section_id_now: SectionId.parse(to),
});
const toc = { toc: [{ section_id: "new" }], moved_sections: [moved("old", "new"), moved("astray", "nowhere")] };

test.each([
  ["an id of before leads to the section that has its text", "old", "new"],
  ["an id that never was leads nowhere", "unknown", undefined],
  ["a place that is not there is none", "astray", undefined],
])("%s", (_what, id, place) => {
  expect(sectionNow(toc, id)).toBe(place);
});
