/**
 * Words directly before or after an item change what it is: 国内売上高, ゲーム事業の営業利益, 売上高営業利益率, "sales in
 * Asia". An item is plain where only words stand beside it that don't.
 */
interface Span {
  readonly start: number;
  readonly end: number;
}

const plainBefore =
  /(?:連結|単体|個別|非連結|提出会社|通期|年間|期末|当社グループ|当社|同社|グループ|会社|全社|全体|合計|実績|予想|見通し|計画|修正後|業績|主要|なお|また|一方|うち|当期末|前期末|当期|前期|今期|来期|同期|期|年度|度|末|時点|現在|ベース|は|が|も|の|で|を|と|に|や|から|及び|および|比べ|比べて|比較して|により|ため|ことから|その結果|この結果|結果|による|における|[、,。:：;()（）「」『』【】\[\]\s・*|—-]|^)$/u;
const plainAfterJa =
  /^(?:$|[、,。:：;()（）「」\s=*|—-]|は|が|も|の(?!うち|内訳|構成)|を|と|で|に(?!占|対|お)|へ|や|から|及び|および|約|△|[+¥$\d]|前年|前期|対前|当期|今期|同期|増|減|実績|予想|見通し|計画|見込|目標|ともに|共に|いずれも|それぞれ|合計)/u;
const englishBefore = new Set(
  "the its their total consolidated non-consolidated unconsolidated full-year annual yearly reported posted recorded booked generated with of and in for while as a an whose on to that had has have was were year quarter end forecast expects expected company company's group group's 's both or also our plus by than from where actual term fiscal".split(
    " ",
  ),
);
const englishAfter =
  /^(?:$|[,.;:()'"=*|—¥$€+\d-]|\s*(?:$|[,.;:()'"=*|—¥$€+\d-]|(?:was|were|is|are|of|for|in|rose|fell|grew|came|reached|totaled|totalled|amounted|stood|increased|decreased|declined|dropped|climbed|jumped|and|at|to|from|forecast|guidance|expected|will|would|had|has|by|up|down|remained|improved|worsened|jpy|yen|usd|as|after|gained|shrank|hit|both|which|that|with|compared|on)(?![a-z])))/iu;

export function isPlainAround(text: string, { start, end }: Span, spans: readonly Span[]): boolean {
  return isPlainBefore(text, start, spans) && isPlainAfter(text, end, spans);
}

function isPlainBefore(text: string, start: number, spans: readonly Span[]): boolean {
  const first = text.charAt(start);
  if (/[A-Za-z]/u.test(first)) return isEnglishPlainBefore(text, start, spans);
  const before = text.slice(Math.max(0, start - 12), start);
  const span = spans.find(({ end }) => end === start);
  // The words that a period or an issuer belongs to count too: 青柳化学の2024年3月期の売上高.
  if (span !== undefined) return isPlainBefore(text, span.start, spans);
  if (start === 0) return true;
  if (!plainBefore.test(before)) return false;
  const of = /(?:の|における)$/u.exec(before)?.[0];
  if (of === undefined) return true;
  const at = start - of.length;
  if (spans.some(({ end }) => end === at)) return isPlainBefore(text, at, spans);
  return plainBefore.test(text.slice(Math.max(0, at - 12), at)) && !/の$/u.test(text.slice(0, at));
}

function isEnglishPlainBefore(text: string, start: number, spans: readonly Span[]): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  if (before.trim() === "" || endsIn(spans, start) || endsIn(spans, start - 1)) return true;
  if (/'s $/u.test(before)) return endsIn(spans, start - 3) || /company's $|group's $/iu.test(before);
  const word = /([A-Za-z'-]+) $/u.exec(before)?.[1];
  if (word === undefined) return /[\s(,;:—"'*|-]$/u.test(before);
  return englishBefore.has(word.toLowerCase());
}

function isPlainAfter(text: string, end: number, spans: readonly Span[]): boolean {
  const after = text.slice(end, end + 24);
  const follows = spans.find((span) => span.start === end || span.start === end + 1);
  if (follows !== undefined) return !isPlaced(text, follows.end, spans);
  if (!/[A-Za-z]/u.test(text.charAt(end - 1))) return plainAfterJa.test(after);
  if (!englishAfter.test(after)) return false;
  // "sales in Asia", "income of the games segment": a place or a part, unless it is a period, an issuer or an amount.
  const next = /^ (?:in|of|for|from) (?:the )?(?:(?:fiscal )?(?:year|period|quarter) (?:ended |ending )?)?/u.exec(
    after,
  )?.[0];
  if (next === undefined) return true;
  const at = end + next.length;
  const named = spans.find((span) => span.start >= end && span.start <= at && span.end > end);
  if (named !== undefined) return !isPlaced(text, named.end, spans);
  return (
    /^(?:[\d¥$€△+-]|(?:about|approximately|around|nearly|over|JPY|yen)\b)/iu.test(text.slice(at)) ||
    / (?:year|period|quarter) /u.test(next)
  );
}

/** "… of Kao in Asia": a place after the issuer. */
function isPlaced(text: string, end: number, spans: readonly Span[]): boolean {
  const place = /^ (?:in|from|within) (?=[A-Z])/u.exec(text.slice(end, end + 12))?.[0];
  return place !== undefined && !spans.some(({ start }) => start === end + place.length);
}

const plainTopic =
  /(?:連結|単体|個別|非連結|通期|同期|当期|前期|今期|ベース|決算|期間|段階|時点|現在|年度|一方|中|上|こと|もの)$/u;

/** アジアでは, "In Asia,": what follows is said of a part. */
export function hasOtherTopic(text: string, spans: readonly Span[]): boolean {
  for (const match of text.matchAll(
    /([\p{Script=Han}\p{Script=Katakana}A-Za-z]{1,30})(?:事業|部門|地域|セグメント)?(?:では|においては|においても)/gu,
  )) {
    const end = match.index + (match[1]?.length ?? 0);
    if (!endsIn(spans, end) && !plainTopic.test(match[1] ?? "")) return true;
  }
  const english = /^\s*(?:In|Across|Within) (?=[A-Z])/u.exec(text)?.[0];
  return english !== undefined && !spans.some(({ start }) => start === english.length);
}

const plainSubject =
  /^(?:当社|同社|当社グループ|同グループ|会社|グループ|当期|今期|前期|当連結会計年度|業績|連結業績|決算|これ|それ|結果|比べ|比べて|比較して|により|ため|ことから|その結果|この結果|また|なお|一方|うち|通期|実績|予想|会社予想|主要指標|The company|The group|It|Its|They|Their|Company|Group|Management|The|In|For|During|As|At|This|On|By|With|After)$/iu;

/** A sentence about somebody who is not known is not of the issuer named before it. */
export function hasOtherSubject(text: string, spans: readonly Span[]): boolean {
  const japanese = /^[\s、・(（]*([\p{Script=Han}\p{Script=Katakana}A-Za-z0-9&・ー]{2,40})(?:は|が|の|も|では)/u.exec(
    text,
  );
  const english =
    /^\s*([A-Z][A-Za-z&.-]*(?: (?:[A-Z][A-Za-z&.-]*|&))*)(?:'s|,? (?:reported|posted|recorded|booked|had|generated|earned|said|announced)\b)/u.exec(
      text,
    );
  const subject = japanese?.[1] ?? english?.[1];
  if (subject === undefined) return false;
  const at = text.indexOf(subject);
  return !plainSubject.test(subject) && !spans.some(({ start, end }) => start < at + subject.length && end > at);
}

function endsIn(spans: readonly Span[], at: number): boolean {
  return spans.some(({ end }) => end === at);
}
