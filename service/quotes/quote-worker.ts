import { serveWork } from "../../lib/kit/workers/serve-work.ts";
import {
  holdsQuote,
  type PreparedText,
  prepareText,
  wholeOnly,
  withinPieces,
} from "../../lib/text/quotes/prepared-text.ts";
import type { QuoteTask, QuoteWork } from "./protocol.ts";

/** Reading a filing takes a second or two, looking for a quote in it a millisecond: the last few are kept. */
const keptMax = 12;
const kept = new Map<string, PreparedText>();

function textOf({ version, pieces }: QuoteTask): PreparedText {
  const text = kept.get(version) ?? prepareText(pieces);
  kept.delete(version);
  kept.set(version, text);
  const [oldest] = kept.keys();
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
  return text;
}

serveWork<QuoteWork>({
  look(task) {
    const text = textOf(task);
    const { open } = task;
    return holdsQuote(
      text,
      task.quote,
      open === undefined ? wholeOnly(text) : withinPieces(text, (at) => open[at] === true),
    );
  },
});
