import type { Issuer } from "../contract/resources.ts";
import { normaliseSecurityCode } from "../contract/security-code.ts";
import { foldText } from "../text/format/fold.ts";
import { foldForLookup } from "../text/format/issuer-index.ts";

/** Issuers that words name by code, by name in either language, or by how a name begins. */
export interface NamedIssuer {
  readonly security_code: string;
  readonly name: string;
  readonly named_as: string | null;
}

/** Free lookups. */
export interface IssuerFinds {
  issuers(words: string): Promise<readonly Issuer[]>;
  documents(
    codes: readonly string[],
    days: Readonly<Record<never, never>>,
  ): Promise<readonly { readonly security_code: string | null }[]>;
}

/** So many are found at most. */
const issuersMax = 5;
const callsMax = 6;
const matchesMax = 20;

export async function findIssuers(
  finds: IssuerFinds,
  question: string,
  codes: readonly string[],
): Promise<NamedIssuer[]> {
  const found = new Map<string, NamedIssuer>();
  const keep = ({ security_code, name }: Issuer, named_as: string | null) => {
    if (found.size < issuersMax && !found.has(security_code))
      found.set(security_code, { security_code, name, named_as });
  };
  for (const code of codes) {
    const wanted = normaliseSecurityCode(code) ?? code;
    const [issuer] = (await finds.issuers(wanted)).filter((each) => each.security_code === wanted);
    if (issuer !== undefined) keep(issuer, nameIn(question, issuer));
  }
  if (codes.length > 0) return [...found.values()];
  for (const words of namesIn(question).slice(0, callsMax)) {
    const issuers = (await finds.issuers(words)).slice(0, matchesMax);
    const whole = issuers.filter((issuer) => nameIn(question, issuer) !== null);
    for (const issuer of whole) keep(issuer, nameIn(question, issuer));
    if (whole.length > 0) continue;
    const begun = issuers.filter((issuer) => nameIn(question, issuer, words) !== null);
    for (const issuer of await withDocuments(finds, begun)) keep(issuer, words);
  }
  return [...found.values()];
}

/** Many names begin alike; those of whom there is something to read come first, alone where there are such. */
async function withDocuments(finds: IssuerFinds, issuers: readonly Issuer[]): Promise<readonly Issuer[]> {
  if (issuers.length < 2) return issuers;
  const listed = await finds.documents(
    issuers.map(({ security_code }) => security_code),
    {},
  );
  const read = new Set(listed.map(({ security_code }) => security_code));
  const some = issuers.filter(({ security_code }) => read.has(security_code));
  return some.length > 0 ? some : issuers;
}

/** Words of a question that may be names: codes, what stands before の, は or と, and capitalised English words. */
export function namesIn(question: string): string[] {
  const text = question.normalize("NFKC");
  const names = [...text.matchAll(/(?<![0-9A-Za-z])\d[0-9A-Z]\d[0-9A-Z](?![0-9A-Za-z年/])/gu)].map(([code]) => code);
  for (const phrase of text.split(
    /[、。,.?？!！「」()（）\s]|(?:における|において|について|に関する)|[のはがとをに](?![ぁ-ん])/u,
  )) {
    const bare = phrase.replace(/^(?:\d{4}年.*|令和.*|連結|個別|単体)$/u, "");
    // Words of an English sentence are no names; those with a capital are looked at below.
    if (/^[\p{ASCII}]+$/u.test(bare) && !/[A-Z]/.test(bare)) continue;
    if (/[\p{Script=Han}\p{Script=Katakana}A-Za-z]/u.test(bare) && [...bare].length >= 2 && [...bare].length <= 30)
      names.push(bare);
  }
  // A name may have a の itself: 味の素.
  const joined = text.match(
    /(?<![\p{Script=Han}ァ-ヺー])[\p{Script=Han}ァ-ヺー]{1,6}の[\p{Script=Han}ァ-ヺー]{1,6}(?=[のはがと、\s]|$)/gu,
  );
  names.push(...(joined ?? []));
  const english = text.match(/\b[A-Z][A-Za-z&.-]*(?:\s(?:&\s)?[A-Z&][A-Za-z&.-]*)*/gu) ?? [];
  names.push(
    ...english.map((each) =>
      each.replace(/^(?:What|How|Who|Which|When|Where|Did|Does|Is|In|The|For|At)\s+/u, "").replace(/\.$/u, ""),
    ),
  );
  const isOwn = (each: string) =>
    !/^(?:What|How|Who|Which|When|Where|Did|Does|Is|In|The|For|At|FY.*|March|December)$/u.test(each);
  return [...new Set(names.filter((each) => each.length >= 2 && isOwn(each)))];
}

/** The words by which the question names an issuer; null where it doesn't. */
function nameIn(question: string, issuer: Issuer, words?: string): string | null {
  const asked = foldText(question);
  if (new RegExp(`(?<![0-9a-z])${foldText(issuer.security_code)}(?![0-9a-z年])`, "u").test(asked))
    return issuer.security_code;
  const names = namesOfIssuer(issuer);
  for (const name of names) {
    const folded = foldText(name);
    if ([...folded].length >= 2 && asked.includes(folded)) return name;
  }
  // "トヨタ" for トヨタ自動車, "Seven & i" for Seven & i Holdings: whatever begins a name, and is no common word.
  if (words === undefined) return null;
  const typed = foldForLookup(words);
  if ([...typed].length < 3 && !/^\p{Script=Han}{2}$/u.test(typed)) return null;
  const begins = (name: string) => foldForLookup(name.replace(/^The\s+/iu, "")).startsWith(typed);
  return [issuer.name, issuer.name_en ?? ""].some(begins) ? words : null;
}

/** Without the form of the company. */
export function namesOfIssuer({ name, name_en }: Pick<Issuer, "name" | "name_en">): string[] {
  const names = [name.replace(/株式会社|\(株\)|㈱/gu, "").trim(), shortEnglish(name_en)];
  return names.filter((each) => [...each].length >= 2);
}

function shortEnglish(name: string | null): string {
  return (name ?? "")
    .replace(/^The\s+/iu, "")
    .replace(/,?\s*\b(?:Co|Ltd|Inc|Corp|Corporation|Company|Limited|K\.?K|Holdings|Group|HD)\b\.?/giu, "")
    .replace(/[,.\s]+$/u, "")
    .trim();
}
