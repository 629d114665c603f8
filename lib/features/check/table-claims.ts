import type { Claim, ClaimedPeriod } from "./claims.ts";
import type { DraftBlock } from "./draft.ts";
import { type Around, type ClaimWords, issuersIn } from "./named.ts";
import { periodsIn, yearsLater } from "./periods.ts";
import { evenText } from "./quantities.ts";
import { type TableFigure, tableFigures } from "./tables.ts";
import { unitIn } from "./units.ts";

const changeHead = /前期比|前年比|前年同期比|前年度比|増減|変化|伸び率|yoy|y\/y|change|growth/iu;
const plainBeside =
  /予想|見通し|計画|実績|連結|単体|個別|非連結|通期|前期比|前年比|前年同期比|前年度比|増減率|増減|金額|forecast|actual|consolidated|yoy|y\/y|change|growth|amount|合計|[\s()%|:,.-]/giu;

/** The claims of a table: what its heads name is said of each of its figures. */
export function tableClaims(block: Extract<DraftBlock, { kind: "table" }>, words: ClaimWords, around: Around): Claim[] {
  const caption = evenText(`${around.caption} ${block.sheet ?? ""}`);
  const inCaption = periodsIn(caption).at(-1)?.period ?? null;
  const current = inCaption ?? around.period;
  const figures = tableFigures(block.rows, {
    unit: unitIn(caption),
    period: current,
    current,
    bracketsAreNegative: true,
  });
  const latest = latestOf(figures) ?? current;
  const claims: Claim[] = [];
  for (const figure of figures) {
    const item = words.items.named(withoutScope(figure.label));
    if (item === undefined) continue;
    const cell = block.rows[figure.row]?.[figure.column] ?? "";
    const head = evenText(`${figure.heads} ${figure.label} ${figure.besides}`);
    const issuers = issuersIn(head, words.issuers);
    const [named] = issuers;
    const isPlain =
      issuers.length < 2 &&
      isNothingElse(
        figure,
        issuers.map(({ start, end }) => head.slice(start, end)),
      );
    const isChange = changeHead.test(`${figure.heads} ${figure.besides}`.replaceAll(figure.label, ""));
    const period = isChange && (figure.period === null || figure.periodFromAround) ? latest : figure.period;
    const isShare = figure.unit === "percent" || figure.unit === "times" || figure.unit === "points";
    claims.push({
      id: "",
      blockId: block.id,
      cell: { row: figure.row, column: figure.column },
      start: figure.start,
      end: figure.end,
      kind: isChange ? "change" : isShare ? "ratio" : "figure",
      text: cell.slice(figure.start, figure.end),
      issuer: named?.code ?? around.issuer,
      item: isPlain ? item : null,
      period,
      scope: scopeIn(head) ?? scopeIn(caption) ?? around.scope,
      forecast: /予想|見通し|計画|forecast|guidance|\dE\b/iu.test(head),
      quantity: { exact: figure.exact, unit: figure.unit, about: false, isDelta: isChange && !isShare },
      from: isChange && period !== null ? yearsLater(period, -1) : null,
    });
  }
  return claims;
}

function isNothingElse({ besides }: TableFigure, issuers: readonly string[]): boolean {
  return issuers.reduce((rest, name) => rest.replaceAll(name, ""), besides).replace(plainBeside, "") === "";
}

const withoutScope = (label: string) => label.replace(/^(?:連結|単体|個別|consolidated |non-consolidated )/iu, "");

function scopeIn(text: string): Claim["scope"] {
  if (/非連結|単体|個別|提出会社|non-?consolidated|standalone/iu.test(text))
    return /(?<!非)連結/u.test(text) ? null : "separate";
  return /連結|consolidated/iu.test(text) ? "consolidated" : null;
}

function latestOf(figures: readonly TableFigure[]): ClaimedPeriod | undefined {
  const keyOf = ({ end, fiscalYear }: ClaimedPeriod) => end ?? `${fiscalYear}-99`;
  return figures
    .flatMap(({ period, periodFromAround }) => (period === null || periodFromAround ? [] : [period]))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .at(-1);
}
