/**
 * NFKC in one pass. The engine brings marks that follow one character into their order by moving each before those that
 * it finds, which takes as long as their number squared: runs that no language has are taken in parts.
 */
export function nfkc(text: string): string {
  if (text.length <= marksMax || !longRun.test(text)) return text.normalize("NFKC");
  let out = "";
  let from = 0;
  for (const { 0: run, index } of text.matchAll(eachLongRun)) {
    const end = index + run.length;
    out += text.slice(from, end).normalize("NFKC");
    from = end;
  }
  return out + text.slice(from).normalize("NFKC");
}

/** As many as "stream-safe" text has (Unicode Standard Annex 15). */
const marksMax = 30;
const longRun = /\p{M}{30}\p{M}/u;
const eachLongRun = /\p{M}{30}(?=\p{M})/gu;
