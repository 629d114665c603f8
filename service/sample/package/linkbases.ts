import { fiscalYear } from "../calendar.ts";
import type { Company } from "../company.ts";
import type { SampleIssuer } from "../issuers.ts";
import type { Tagger } from "./facts.ts";
import { escapeXml } from "./xhtml.ts";

export const taxonomies = ["jpcrp", "jppfs", "jpigp", "jpdei"].map(
  (name) =>
    `xmlns:${name}_cor="http://disclosure.edinet-fsa.go.jp/taxonomy/${name}/${name === "jpdei" ? "2013-08-31" : "2023-12-01"}/${name}_cor"`,
);

const xml = '<?xml version="1.0" encoding="utf-8"?>\n';

/** The periods and units that the pages refer to, as they stand in the hidden part of the first page. */
export function resources(tagger: Tagger, issuer: SampleIssuer, year: number, filedOn: string): string {
  const entity = `<xbrli:entity><xbrli:identifier scheme="http://disclosure.edinet-fsa.go.jp">${issuer.edinetCode ?? ""}-000</xbrli:identifier></xbrli:entity>`;
  const contexts = [...tagger.contexts].toSorted().map((id) => {
    const [period = "", ...members] = id.split(/_(?=NonConsolidated|ReconcilingItems|jpcrp030000)/);
    const back = Number(/^Prior(\d)/.exec(period)?.[1] ?? 0);
    const { start, end } = fiscalYear(year - back, issuer.closingMonth);
    const time = period.endsWith("Instant")
      ? `<xbrli:instant>${end}</xbrli:instant>`
      : `<xbrli:startDate>${start}</xbrli:startDate><xbrli:endDate>${end}</xbrli:endDate>`;
    const scenario = members.length === 0 ? "" : `<xbrli:scenario>${members.map(memberOf).join("")}</xbrli:scenario>`;
    return `<xbrli:context id="${id}">${entity}<xbrli:period>${time}</xbrli:period>${scenario}</xbrli:context>`;
  });
  const filing = `<xbrli:context id="FilingDateInstant">${entity}<xbrli:period><xbrli:instant>${filedOn}</xbrli:instant></xbrli:period></xbrli:context>`;
  const units = [
    '<xbrli:unit id="JPY"><xbrli:measure>iso4217:JPY</xbrli:measure></xbrli:unit>',
    '<xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>',
    '<xbrli:unit id="shares"><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unit>',
    '<xbrli:unit id="JPYPerShares"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:JPY</xbrli:measure></xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>',
  ];
  return [filing, ...contexts, ...units].join("\n");
}

function memberOf(member: string): string {
  const of = (axis: string, name: string) =>
    `<xbrldi:explicitMember dimension="${axis}">${name}</xbrldi:explicitMember>`;
  if (member === "NonConsolidatedMember")
    return of("jppfs_cor:ConsolidatedOrNonConsolidatedAxis", "jppfs_cor:NonConsolidatedMember");
  if (member === "ReconcilingItemsMember")
    return of("jpcrp_cor:OperatingSegmentsAxis", "jpcrp_cor:ReconcilingItemsMember");
  const [, extension = "", name = ""] = /^(jpcrp030000-asr_\w+-000)(\w+)$/.exec(member) ?? [];
  return of("jpcrp_cor:OperatingSegmentsAxis", `${extension}:${name}`);
}

/** Which elements each statement presents, in the order of its rows. */
export function presentation(tagger: Tagger): string {
  const links = [...tagger.presented].map(([role, names]) => {
    const family = /^BusinessResults|^PerShare/.test(role) ? "jpcrp" : "jppfs";
    const root = `jppfs_cor_${role}Heading`;
    const locators = [root, ...names.map((name) => name.replace(":", "_"))].map(
      (id) => `<link:loc xlink:type="locator" xlink:href="elements.xsd#${id}" xlink:label="${id}"/>`,
    );
    const arcs = names.map(
      (name, at) =>
        `<link:presentationArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/parent-child" xlink:from="${root}" xlink:to="${name.replace(":", "_")}" order="${at + 1}"/>`,
    );
    return `<link:presentationLink xlink:type="extended" xlink:role="http://disclosure.edinet-fsa.go.jp/role/${family}/rol_${role}">\n${[...locators, ...arcs].join("\n")}\n</link:presentationLink>`;
  });
  return linkbase(links);
}

/** The names that the filer gives to its own segments. */
export function labels(tagger: Tagger, { industry }: Company): string {
  const parts = industry.segments.map(({ name }, at) => {
    const id = `${tagger.extension}_Segment${at + 1}ReportableSegmentsMember`;
    return [
      `<link:loc xlink:type="locator" xlink:href="${tagger.extension}.xsd#${id}" xlink:label="${id}"/>`,
      `<link:label xlink:type="resource" xlink:label="label_${id}" xlink:role="http://www.xbrl.org/2003/role/label" xml:lang="ja">${escapeXml(name)}事業</link:label>`,
      `<link:labelArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/concept-label" xlink:from="${id}" xlink:to="label_${id}"/>`,
    ].join("\n");
  });
  return linkbase([
    `<link:labelLink xlink:type="extended" xlink:role="http://www.xbrl.org/2003/role/link">\n${parts.join("\n")}\n</link:labelLink>`,
  ]);
}

function linkbase(links: readonly string[]): string {
  return `${xml}<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n${links.join("\n")}\n</link:linkbase>\n`;
}
