import type { FigureContext, FigureElement, Figures } from "./model.ts";
import { standardLabelOf } from "./standard-labels.ts";

/** The package's own labels, the row of the text, the standard taxonomy's meaning, or the element's name. */
export type LabelSource = "package" | "row" | "standard" | "name";

export interface Label {
  readonly text: string;
  readonly source: LabelSource;
  readonly lang: "ja" | "en";
}

export function labelOf(element: FigureElement, lang: "ja" | "en"): Label {
  if (lang === "ja") {
    if (element.ja !== null) return { text: element.ja, source: "package", lang };
    if (element.row !== null) return { text: withChange(element), source: "row", lang };
  } else if (element.en !== null) return { text: element.en, source: "package", lang };
  const standard = standardLabelOf(element.name, placeSuffix);
  if (standard !== undefined) return { text: standard[lang], source: "standard", lang };
  return { text: wordsOf(element.name), source: "name", lang: "en" };
}

/** A figure has its unit beside it. */
const unitOfRow = /(.)[\s\u3000]*[(（](?:(?:百万|千|億|十億)?(?:円|株|米ドル)|[%％人名社倍年歳]|円[・.]?銭)[)）]$/u;

/** Summaries print a change beside its figure, under the same head. */
function withChange({ name, row }: FigureElement): string {
  const plain = (row ?? "").trim().replace(unitOfRow, "$1");
  return localOf(name).startsWith("ChangeIn") ? `${plain}（増減率）` : plain;
}

/** `jpcrp_cor:NetSalesSummaryOfBusinessResults` as words: "Net sales". */
export function wordsOf(name: string): string {
  const isStandard = /^jp(?:pfs|crp|igp)_cor:/.test(name);
  const words = (isStandard ? conceptOf(name).replace(placeSuffix, "") : conceptOf(name))
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(" ")
    .map((word, at) => (at === 0 || /^[A-Z]{2,}/.test(word) ? word : word.toLowerCase()));
  return withBrackets(words.join(" "));
}

/** The standard taxonomy's suffixes for the part of a statement: operating cash flow, non-operating income, … */
const placeSuffix = /(?:(?:Ope|Inv|Fin)CF|NOI|NOE|EI|EL|SGA|NCL|CL|CA|IOA|IA|PPE|OCI)+$/;

/** Names of elements have no brackets: "income (loss)", "provided by (used in)", "increase (decrease)". */
function withBrackets(words: string): string {
  return words
    .replace(
      /\b(income|profit|earnings|gains?)s? loss(es)?\b/i,
      (both, first: string) => `${first} (${both.slice(first.length).trim()})`,
    )
    .replace(/\bprovided by used in\b/, "provided by (used in)")
    .replace(/\bincrease decrease\b/i, (both) => `${both.slice(0, 8)} (decrease)`)
    .replace(/\bdecrease increase\b/i, (both) => `${both.slice(0, 8)} (increase)`);
}

/**
 * An element's name without what its taxonomy adds for the place in which it stands: summaries and statements of one
 * standard then share a name. Standards and units stay apart by other means.
 */
export function conceptOf(name: string): string {
  return localOf(name)
    .replace(/(?:SummaryOfBusinessResults|KeyFinancialData)$/, "")
    .replace(/(?:IFRS|USGAAP|US)$/, "")
    .replace(/Member$|Axis$/, "");
}

function localOf(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

/** The words for a member of a dimension: a segment, a column of changes in equity, "forecast". */
export function memberLabel(figures: Figures, member: string, lang: "ja" | "en"): string {
  const label = figures.members[member];
  const own = lang === "ja" ? (label?.ja ?? null) : (label?.en ?? null);
  return own?.replace(/\s*[[［](?:メンバー|member)[\]］]$/i, "") ?? wordsOf(member);
}

/** Members that a reader must know to tell the figure from others; "result" is what every figure is. */
export function tellingMembers(context: FigureContext): FigureContext["members"] {
  return context.members.filter(({ member }) => !/:(?:ResultMember|CurrentMember)$/.test(member));
}
