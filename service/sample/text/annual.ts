import { countCharacters } from "../../../lib/text/format/count-characters.ts";
import type { PublicationSection } from "../../domain/publishing/publication.ts";
import { era, longDate } from "../calendar.ts";
import type { SampleIssuer } from "../issuers.ts";
import { analysis } from "./analysis.ts";
import { closing } from "./closing.ts";
import { Composer, table } from "./compose.ts";
import { contextOf } from "./context.ts";
import { facilities } from "./facilities.ts";
import { financials } from "./financials.ts";
import { governance } from "./governance.ts";
import { companyOverview } from "./overview.ts";
import { policies } from "./policies.ts";
import { risks } from "./risks.ts";
import { shares } from "./shares.ts";

/** 有価証券報告書, whole: the visible cover, then the parts in the order of the prescribed form. */
export function annualReport(
  seed: number,
  issuer: SampleIssuer,
  year: number,
  filedOn: string,
  size: number,
): PublicationSection[] {
  const c = contextOf(seed, issuer, year, size);
  const out = new Composer();
  const { start, end } = c.fiscalYear(year);
  const [, month = ""] = start.split("-");
  out.add(
    1,
    "cover",
    "【表紙】",
    table(
      "",
      undefined,
      ["項目", "内容"],
      [
        ["【提出書類】", "有価証券報告書"],
        ["【根拠条文】", "金融商品取引法第24条第1項"],
        [
          "【提出先】",
          issuer.index % 3 === 0 ? "関東財務局長" : issuer.index % 3 === 1 ? "近畿財務局長" : "東海財務局長",
        ],
        ["【提出日】", `${era(Number(filedOn.slice(0, 4)))}${longDate(filedOn).replace(/^\d+年/, "")}`],
        [
          "【事業年度】",
          `第${c.term(year)}期（自 ${era(Number(start.slice(0, 4)))}${Number(month)}月1日 至 ${era(Number(end.slice(0, 4)))}${longDate(end).replace(/^\d+年/, "")}）`,
        ],
        ["【会社名】", issuer.name],
        ["【英訳名】", issuer.nameEn],
        ["【代表者の役職氏名】", `代表取締役社長　${issuer.president}`],
        ["【本店の所在の場所】", `${issuer.headOffice}（架空の住所）`],
      ],
    ),
  );
  out.add(1, "part-one", "第一部【企業情報】");
  companyOverview(out, c);
  policies(out, c);
  risks(out, c);
  analysis(out, c);
  facilities(out, c);
  out.add(2, "filing-company", "第4【提出会社の状況】");
  shares(out, c);
  governance(out, c);
  financials(out, c);
  closing(out, c);
  return out.sections();
}

/** Brings a body to exactly so many characters by writing on in its last section: for the bounds of price tiers. */
export function padded(
  sections: readonly PublicationSection[],
  characters: number,
  sentence: string,
): PublicationSection[] {
  const now = sections.reduce((sum, section) => sum + countCharacters(section.markdown), 0);
  const missing = characters - now;
  if (missing < 4) throw new RangeError(`the body has ${now} characters already`);
  const filler = [..."　".concat(sentence.repeat(Math.ceil(missing / sentence.length) + 1))]
    .slice(0, missing - 3)
    .join("");
  return sections.map((section, at) =>
    at === sections.length - 1 ? { ...section, markdown: `${section.markdown}${filler}。\n\n` } : section,
  );
}
