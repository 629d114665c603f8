import { correctionsIn } from "../../text/changes/notice.ts";
import { findPassage, indexedWords } from "../../text/library-words.ts";
import { renderMarkdown } from "../../text/markdown/render.ts";
import { findInTexts } from "../../text/passages/find-in-texts.ts";
import { readHolders } from "../../text/passages/read-holders.ts";
import { quotedParts } from "../../text/quotes/find-quote.ts";
import { blocksOf } from "../../text/redline/blocks.ts";
import { type RedlineHtml, redlineHtml } from "../../text/redline/html.ts";
import { pairColumns } from "../../text/redline/pair-columns.ts";
import { redlineOf } from "../../text/redline/redline.ts";
import { withoutSmallChanges } from "../../text/redline/small-changes.ts";
import type { ComparedTexts, TextWork } from "./reader.ts";

type Handlers = { readonly [N in keyof TextWork]: (task: TextWork[N]["task"]) => TextWork[N]["answer"] };

/** More than any page can show. */
const correctionsMax = 300;

/** The work itself: a thread does it, and of a text no longer than a page the caller. */
export const textWork: Handlers = {
  compare: compared,
  corrections({ text, view }) {
    const all = correctionsIn(text);
    const shown = all
      .slice(0, correctionsMax)
      .map(({ path, before, after }) => ({ path, html: compared({ before, after, view }).html }));
    return { shown, total: all.length };
  },
  find: findInTexts,
  holders: (reports) => reports.map(readHolders),
  passage: ({ text, question }) => findPassage(text, question),
  prepare: quotedParts,
  words: indexedWords,
  render: ({ source, options }) => renderMarkdown(source, options),
};

function compared({ before, after, view }: ComparedTexts): RedlineHtml {
  const paired = pairColumns(before, after);
  const redline = redlineOf(paired.before, paired.after);
  return redlineHtml(blocksOf(view.hidesSmall ? withoutSmallChanges(redline) : redline), view);
}
