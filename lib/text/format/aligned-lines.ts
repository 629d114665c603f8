/**
 * A text without how its lines are set: delivered text says it of single lines, as `<p align="right">`, or `<h6>` of one
 * that heads a paragraph by its indentation. What compares words must not take it for a difference, since texts that
 * were fetched earlier don't say it.
 */
export function withoutAlignment(text: string): string {
  if (!text.includes('<p align="') && !text.includes("<h6>")) return text;
  return text
    .replace(/^<p align="(?:right|center)">(.*)<\/p>$/gmu, (_line, words: string) =>
      words.replace(/<\/?strong>/gu, "**").replaceAll("<br>", "\\\n"),
    )
    .replace(/^<h6>([^<>&]*)<\/h6>$/gmu, "$1");
}
