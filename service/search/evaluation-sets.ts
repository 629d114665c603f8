import { z } from "zod";

export type EvaluationLine =
  | { readonly passage: string; readonly title: string | null; readonly text: string }
  | { readonly question: string; readonly text: string; readonly answers: readonly string[] };

const Id = z.union([z.string(), z.number()]).transform(String);
const Line = z.union([
  z
    .object({ passage: z.string(), title: z.string().nullable().catch(null), text: z.string() })
    .transform(({ passage, title, text }) => ({ passage, title, text })),
  z.object({ question: z.string(), text: z.string(), answers: z.array(Id) }),
  // As JFinTEB and JMTEB have it, in a file of passages and one of questions.
  z.object({ docid: Id, text: z.string() }).transform(({ docid, text }) => ({ passage: docid, title: null, text })),
  z
    .object({ query: z.string(), relevant_docs: z.union([z.array(Id), Id.transform((id) => [id])]) })
    .transform(({ query, relevant_docs }) => ({ question: query, text: query, answers: relevant_docs })),
]);

/** As SQuAD and JSQuAD have it, in one object. */
const Squad = z.object({
  data: z.array(
    z.object({
      paragraphs: z.array(
        z.object({ context: z.string(), qas: z.array(z.object({ id: z.string(), question: z.string() })) }),
      ),
    }),
  ),
});

/** Undefined for a blank line. */
function readEvaluationLine(line: string): EvaluationLine | undefined {
  if (line.trim() === "") return undefined;
  const { data } = Line.safeParse(JSON.parse(line));
  if (data === undefined) throw new Error("neither a passage nor a question");
  return data;
}

/** Throws with the number of the line at fault. */
export function readEvaluation(file: string): EvaluationLine[] {
  if (/^\s*\{\s*"(?:data|version)"/.test(file)) return readSquad(file);
  return file.split("\n").flatMap((text, at) => {
    try {
      return readEvaluationLine(text) ?? [];
    } catch (error) {
      throw new Error(`line ${at + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

function readSquad(file: string): EvaluationLine[] {
  const { data } = Squad.safeParse(JSON.parse(file));
  if (data === undefined) throw new Error("neither lines of passages and questions nor a set like SQuAD");
  return data.data
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ context, qas }, at) => [
      // JSQuAD has the article's title before each passage.
      { passage: `p${at}`, title: null, text: context.replace(/^.*? \[SEP\] /, "") },
      ...qas.map(({ id, question }) => ({ question: id, text: question, answers: [`p${at}`] })),
    ]);
}
