const beforeNumber =
  /(?:^|[^\p{L}\p{N}])(?:nos?|figs?|arts?|secs?|sects?|paras?|vols?|chs?|chap|cl|ex|app|tab|pp?|ser|ver|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|rs|yen)\.$/iu;
const beforeWords =
  /(?:^|[^\p{L}\p{N}])(?:mrs?|ms|drs?|prof|messrs|hon|gen|st|mt|vs?|e\.g|i\.e|cf|viz|ca|approx|est|incl|excl|avg|max|min|resp)\.$|\byahoo!$/iu;
/** These may stand at the end of a sentence too. */
const beforeEither =
  /(?:^|[^\p{L}\p{N}])(?:inc|co|ltd|corp|cos|bros|pte|pty|pvt|llc|l\.?l\.?c|l\.?p|plc|gmbh|k\.k|jr|sr|etc|al|dept|univ|assoc|mfg|intl|int'l|\p{L}|(?:\p{L}\.)+\p{L})\.$/iu;
const beginsSentence =
  /^\s*(?:The|It|Its|This|These|Those|That|There|In|On|At|For|From|By|As|An?|We|Our|They|Their|He|His|She|Her|However|Therefore|Accordingly|Moreover|Furthermore|Meanwhile|Such|All|Each|Any|No|If|When|While|Although|After|Before|During|Since|Under|With)(?![\p{L}\p{N}])/u;
/** The longest stretch on either side that is looked at. */
const nearMax = 24;

/** A point or mark before a space that ends no sentence: it belongs to an abbreviation, or the next word begins small. */
export function endsNoSentence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - nearMax), at).normalize("NFKC");
  const after = text.slice(at, at + nearMax).normalize("NFKC");
  if (/^\s*\p{Ll}/u.test(after) || beforeWords.test(before)) return true;
  if (beforeNumber.test(before)) return /^\s*[\p{N}(#IVX]/u.test(after);
  return beforeEither.test(before) && after.trim() !== "" && !beginsSentence.test(after);
}
