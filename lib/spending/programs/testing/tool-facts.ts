import { z } from "zod";

const Result = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).min(1),
});
const marked = /^\[untrusted text of a filing (\w+):[^\n]*\]\n([\s\S]*)\n\[end of untrusted text \1\]$/;

/** The facts of a tool's answer, with the text of a filing as `untrusted_text`. */
export function toolFacts(result: unknown): Readonly<Record<string, unknown>> {
  const [first, second] = Result.parse(result).content;
  const facts = z.record(z.string(), z.unknown()).parse(JSON.parse(first?.text ?? ""));
  const text = marked.exec(second?.text ?? "")?.[2];
  return text === undefined ? facts : { ...facts, untrusted_text: text };
}
