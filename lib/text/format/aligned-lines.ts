/**
 * A text without where its lines are set: delivered text says it of single lines, as `<p align="right">`. What compares
 * words must not take it for a difference, since texts that were fetched earlier don't say it.
 */
export function withoutAlignment(text: string): string {
  if (!text.includes('<p align="')) return text;
  return text.replace(/^<p align="(?:right|center)">(.*)<\/p>$/gmu, (_line, words: string) =>
    words.replace(/<\/?strong>/gu, "**").replaceAll("<br>", "\\\n"),
  );
}
