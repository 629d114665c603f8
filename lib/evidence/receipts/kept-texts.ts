import { KeptText } from "../../kit/long-texts/kept-text.ts";
import type { Memo } from "../../kit/memo.ts";
import { parseJson } from "../../spending/kinds/reading.ts";

/**
 * The texts in an answer's bytes, which the caller has compared with their hash. Reading and folding a long text takes
 * up to a third of a second, and a program verifies one quote after another in the same text.
 */
export function keptTexts(
  memo: Memo<readonly KeptText[]>,
  artifact: { readonly kind: string; readonly sha256: string },
  bytes: Uint8Array,
): readonly KeptText[] {
  const key = `${artifact.kind} ${artifact.sha256}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const found = textsIn(artifact.kind, parseJson(bytes));
  memo.set(key, found);
  return found;
}

function textsIn(kind: string, answer: unknown): readonly KeptText[] {
  if (!isRecord(answer)) return [];
  const sections = Array.isArray(answer["content_sections"]) ? (answer["content_sections"] as unknown[]) : [];
  const found = sections.flatMap((each, index) => {
    if (!isRecord(each)) return [];
    const { section_id, content } = each;
    if (typeof section_id !== "string" || typeof content !== "string") return [];
    return [new KeptText(`/content_sections/${index}/content`, section_id, content)];
  });
  if (kind === "sections" && found.length > 0) return found;
  const { content } = answer;
  return typeof content === "string" ? [new KeptText("/content", null, content)] : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
