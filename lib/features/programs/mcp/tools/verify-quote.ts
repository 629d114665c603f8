import { z } from "zod";
import { DocumentId } from "../../../../contract/ids.ts";
import { checkQuotes } from "../../../../evidence/receipts/check-quote.ts";
import { readerOf } from "../../../../spending/programs/agent-call.ts";
import { short } from "../../../../spending/programs/answer.ts";
import { tool } from "../../../../spending/programs/tool.ts";

export const verifyQuote = tool({
  name: "verify_quote",
  title: "Verify a quote",
  description:
    "Free, and makes no call. Whether words stand in the owned text of a document: found, ambiguous, changed, not_found, too_short or not_owned, with the places and the hash of the delivered text. `left_out` comes first: an ellipsis of the quote leaves out a denial (`negation`) or a `figure` that stands in the text, so that the words found may say something else than the quote.",
  cost: "free",
  readOnly: true,
  input: z.object({ document_id: DocumentId, quote: z.string().min(1).max(8_000) }),
  async run(call, asked) {
    const [checked] = await checkQuotes(call.deps, call.rows, readerOf(call), [asked]);
    if (checked === undefined) throw new Error("a quote without a verdict");
    const places = checked.places.slice(0, 20).map((each) => ({ ...each, title: short(each.title, 120) }));
    return { facts: { ...checked, title: short(checked.title), places } };
  },
});
