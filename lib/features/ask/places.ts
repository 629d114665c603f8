import { bareHeading } from "../../text/format/heading-names.ts";
import type { ReadQuestion } from "../../text/passages/read-question.ts";
import { ancestry, type SectionNode } from "../../text/toc/section-tree.ts";

/** A place is a section where filers must answer questions of this kind; one around it counts too. */
export function isPlaceOf(question: ReadQuestion, node: SectionNode): boolean {
  const headings = ancestry(node)
    .slice(0, 3)
    .map(({ title }) => bareHeading(title ?? ""));
  return question.kinds.some(({ places }) =>
    places.some(([pattern]) => headings.some((heading) => pattern.test(heading))),
  );
}

export function scopeFits({ scope }: Pick<ReadQuestion, "scope">, node: SectionNode): boolean {
  const path = ancestry(node)
    .map(({ title }) => bareHeading(title ?? ""))
    .join(" ");
  const separate = /(?:^| )財務諸表等|提出会社の経営指標等|(?:^| )財務諸表(?: |$)/u.test(path);
  return scope === "separate" ? separate || !/連結財務諸表|連結経営指標/u.test(path) : !separate;
}
