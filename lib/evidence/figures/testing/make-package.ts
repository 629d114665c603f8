import { crc32, deflateRawSync } from "node:zlib";

/** Small XBRL packages of the tests' own making: pages of inline XBRL in a ZIP, as EDINET and TDnet deliver them. */

export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, data] = [Buffer.from(path), Buffer.from(text)];
    const packed = deflateRawSync(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(data) >>> 0, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(0o100644 * 65_536, 6);
    tail.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), fields, tail, name]));
    bodies.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, directory, end]);
}

const namespaces = {
  ix: "http://www.xbrl.org/2008/inlineXBRL",
  ixt: "http://www.xbrl.org/inlineXBRL/transformation/2011-07-31",
  xbrli: "http://www.xbrl.org/2003/instance",
  xbrldi: "http://xbrl.org/2006/xbrldi",
  xsi: "http://www.w3.org/2001/XMLSchema-instance",
  jppfs_cor: "http://disclosure.edinet-fsa.go.jp/taxonomy/jppfs/2025-11-01/jppfs_cor",
  jpcrp_cor: "http://disclosure.edinet-fsa.go.jp/taxonomy/jpcrp/2025-11-01/jpcrp_cor",
  "tse-ed-t": "http://www.xbrl.tdnet.info/taxonomy/jp/tse/tdnet/ed/t/2014-01-12",
  own: "http://disclosure.edinet-fsa.go.jp/jpcrp030000/asr/001/E99999-000/2026-03-31/01/2026-06-20",
};

export function pageOf(body: string, header = ""): string {
  const declared = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  return `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"${declared.join("")}><head><title>t</title></head><body><div style="display:none"><ix:header>${header}</ix:header></div>${body}</body></html>`;
}

export function contextOf(
  id: string,
  period: string | readonly [string, string],
  members: Readonly<Record<string, string>> = {},
): string {
  const time =
    typeof period === "string"
      ? `<xbrli:instant>${period}</xbrli:instant>`
      : `<xbrli:startDate>${period[0]}</xbrli:startDate><xbrli:endDate>${period[1]}</xbrli:endDate>`;
  const dimensions = Object.entries(members).map(
    ([axis, member]) => `<xbrldi:explicitMember dimension="${axis}">${member}</xbrldi:explicitMember>`,
  );
  const scenario = dimensions.length === 0 ? "" : `<xbrli:scenario>${dimensions.join("")}</xbrli:scenario>`;
  return `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="s">E99999-000</xbrli:identifier></xbrli:entity><xbrli:period>${time}</xbrli:period>${scenario}</xbrli:context>`;
}

export const units = `<xbrli:unit id="JPY"><xbrli:measure>iso4217:JPY</xbrli:measure></xbrli:unit><xbrli:unit id="PerShare"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:JPY</xbrli:measure></xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit><xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>`;

/** `more` overrides or adds attributes; a fact in millions of yen by default. */
export function fact(
  name: string,
  context: string,
  shown: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const attributes = {
    contextRef: context,
    unitRef: "JPY",
    decimals: "-6",
    scale: "6",
    format: "ixt:numdotdecimal",
    ...more,
  };
  const written = Object.entries({ name, ...attributes }).map(([key, value]) => ` ${key}="${value}"`);
  return `<ix:nonFraction${written.join("")}>${shown}</ix:nonFraction>`;
}

export function word(name: string, context: string, text: string, more = ""): string {
  return `<ix:nonNumeric name="${name}" contextRef="${context}"${more}>${text}</ix:nonNumeric>`;
}

export function rowOf(label: string, ...cells: readonly string[]): string {
  return `<tr><td><p>${label}</p></td>${cells.map((cell) => `<td><p>${cell}</p></td>`).join("")}</tr>`;
}

interface MadeReport {
  /** The last year of the report, ended in March. */
  readonly year?: number;
  /** Net sales in millions, oldest year first; the last is the report's year. */
  readonly sales?: readonly number[];
  readonly standard?: string;
  readonly consolidated?: boolean;
  readonly extra?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An annual report with key figures over its years, a balance sheet and an item of its own. */
export function makeReport(report: MadeReport = {}): Buffer {
  const year = report.year ?? 2026;
  const sales = report.sales ?? [900, 950, 1000, 1100, 1234];
  const basis: Readonly<Record<string, string>> =
    report.consolidated === false
      ? { "jppfs_cor:ConsolidatedOrNonConsolidatedAxis": "jppfs_cor:NonConsolidatedMember" }
      : {};
  const years = sales.map((_, at) => year - (sales.length - 1 - at));
  const contexts = years.flatMap((each) => [
    contextOf(`D${each}`, [`${each - 1}-04-01`, `${each}-03-31`], basis),
    contextOf(`I${each}`, `${each}-03-31`, basis),
  ]);
  const header = `<ix:hidden>${word("jpdei_cor:AccountingStandardsDEI", `D${year}`, report.standard ?? "Japan GAAP")}${identityOf(year)}${word("jpdei_cor:WhetherConsolidatedFinancialStatementsArePreparedDEI", `D${year}`, String(report.consolidated !== false))}</ix:hidden><ix:resources>${contexts.join("")}${units}</ix:resources>`;
  const [before, now] = [year - 1, year];
  const body = `<h1>第一部 【企業情報】</h1><h3>１ 【主要な経営指標等の推移】</h3><p>(1) 連結経営指標等</p><table>
${rowOf("売上高", ...years.map((each, at) => fact("jpcrp_cor:NetSalesSummaryOfBusinessResults", `D${each}`, (sales[at] ?? 0).toLocaleString("en"))))}
${rowOf("純損失", ...[before, now].map((each) => `△${fact("jpcrp_cor:ProfitLossAttributableToOwnersOfParentSummaryOfBusinessResults", `D${each}`, "56", { sign: "-" })}`))}
${rowOf("１株当たり純資産額", ...[before, now].map((each) => fact("jpcrp_cor:NetAssetsPerShareSummaryOfBusinessResults", `I${each}`, "1,012.50", { unitRef: "PerShare", decimals: "2", scale: "0" })))}
${rowOf("配当", "－", `<ix:nonFraction name="jpcrp_cor:DividendPaidPerShareSummaryOfBusinessResults" contextRef="D${now}" unitRef="PerShare" xsi:nil="true"/>`)}
</table><h3>２ 【連結貸借対照表】</h3><table>
${rowOf("現金及び預金", fact("jppfs_cor:CashAndDeposits", `I${before}`, "300"), fact("jppfs_cor:CashAndDeposits", `I${now}`, "320"))}
${rowOf("見本引当金", fact("own:SampleProvision", `I${before}`, "7"), fact("own:SampleProvision", `I${now}`, "8"))}
</table>${report.body ?? ""}`;
  const stem = `jpcrp030000-asr-001_E99999-000_${year}-03-31_01_${year}-06-20`;
  return zipOf({
    [`XBRL/PublicDoc/0000000_header_${stem}_ixbrl.htm`]: pageOf(
      `<table><tr><td><p>【提出書類】</p></td><td><p>${word("jpcrp_cor:DocumentTitleCoverPage", `D${year}`, "有価証券報告書")}</p></td></tr></table>`,
      header,
    ),
    [`XBRL/PublicDoc/0101010_honbun_${stem}_ixbrl.htm`]: pageOf(body),
    [`XBRL/PublicDoc/${stem}_lab.xml`]: labelsOf("ja", "own_SampleProvision", "見本引当金（独自）"),
    [`XBRL/PublicDoc/${stem}_lab-en.xml`]: labelsOf("en", "own_SampleProvision", "Sample provision"),
    [`XBRL/PublicDoc/${stem}_pre.xml`]: presentationsOf({
      BusinessResultsOfGroup: [
        "jpcrp_cor_NetSalesSummaryOfBusinessResults",
        "jpcrp_cor_ProfitLossAttributableToOwnersOfParentSummaryOfBusinessResults",
        "jpcrp_cor_NetAssetsPerShareSummaryOfBusinessResults",
      ],
      ConsolidatedBalanceSheet: ["own_SampleProvision", "jppfs_cor_CashAndDeposits"],
    }),
    ...report.extra,
  });
}

/** What ingestion needs to know of a filing. */
function identityOf(year: number): string {
  const facts = {
    SecurityCode: "99990",
    FilerNameInJapanese: "見本株式会社",
    CurrentFiscalYearStartDate: `${year - 1}-04-01`,
    CurrentPeriodEndDate: `${year}-03-31`,
    TypeOfCurrentPeriod: "FY",
    AmendmentFlag: "false",
  };
  return Object.entries(facts)
    .map(([name, text]) => word(`jpdei_cor:${name}DEI`, `D${year}`, text))
    .join("");
}

function labelsOf(lang: string, id: string, label: string): string {
  return `<?xml version="1.0"?><link:linkbase xmlns:link="l" xmlns:xlink="x"><link:labelLink><link:loc xlink:href="a.xsd#${id}" xlink:label="a"/><link:label xlink:label="b" xml:lang="${lang}" xlink:role="http://www.xbrl.org/2003/role/label">${label}</link:label><link:labelArc xlink:from="a" xlink:to="b"/></link:labelLink></link:linkbase>`;
}

function presentationsOf(roles: Readonly<Record<string, readonly string[]>>): string {
  const links = Object.entries(roles).map(([role, ids]) => {
    const locators = ["Heading", ...ids].map((id) => `<link:loc xlink:href="a.xsd#${id}" xlink:label="${id}"/>`);
    const arcs = ids.map((id, at) => `<link:presentationArc xlink:from="Heading" xlink:to="${id}" order="${at + 1}"/>`);
    return `<link:presentationLink xlink:role="http://example.com/role/rol_${role}">${locators.join("")}${arcs.join("")}</link:presentationLink>`;
  });
  return `<?xml version="1.0"?><link:linkbase xmlns:link="l" xmlns:xlink="x">${links.join("")}</link:linkbase>`;
}

interface MadeSummary {
  readonly year?: number;
  /** In millions; null where the summary gives none. */
  readonly result: number | null;
  readonly forecast: number | readonly [number, number] | null;
}

/** A summary of results or a notice of revision: results and forecasts are told apart by members. */
export function makeSummary({ year = 2026, result, forecast }: MadeSummary): Buffer {
  const members = (what: string) => ({
    "tse-ed-t:ConsolidatedNonconsolidatedAxis": "tse-ed-t:ConsolidatedMember",
    "tse-ed-t:ResultForecastAxis": `tse-ed-t:${what}Member`,
  });
  const years: Readonly<Record<string, readonly [string, string]>> = {
    Result: [`${year - 1}-04-01`, `${year}-03-31`],
    Forecast: [`${year}-04-01`, `${year + 1}-03-31`],
  };
  const periodOf = (what: string) => years[what] ?? years["Forecast"] ?? ["", ""];
  const contexts = ["Result", "Forecast", "Lower", "Upper"].map((what) =>
    contextOf(what, periodOf(what), members(what)),
  );
  const cells: string[] = [];
  const sales = (context: string, value: number) => fact("tse-ed-t:NetSales", context, value.toLocaleString("en"));
  if (result !== null) cells.push(rowOf(`${year}年３月期`, sales("Result", result)));
  if (typeof forecast === "number") cells.push(rowOf("通期", sales("Forecast", forecast)));
  else if (forecast !== null) cells.push(rowOf("通期", sales("Lower", forecast[0]), sales("Upper", forecast[1])));
  const body = `<p>決算短信</p><table><tr><td></td><td>売上高</td></tr>${cells.join("")}</table>`;
  return zipOf({
    "XBRLData/Summary/tse-acedjpsm-99990-20260512399990-ixbrl.htm": pageOf(
      body,
      `<ix:resources>${contexts.join("")}${units}</ix:resources>`,
    ),
  });
}
