import { addDays, longDate } from "../calendar.ts";
import { yen } from "../figures.ts";
import { randomOf } from "../random.ts";
import { type Composer, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { policyParagraphs, yearParagraphs } from "./grammar/paragraphs.ts";
import { companyOf } from "./people.ts";
import type { ShortDocument } from "./short-kinds.ts";

/** What a notice goes on to say, from nothing to four pages: background, schedule, the parties, last year's figures. */
export function noticeDetails(out: Composer, c: Context, { kind, variant, filedOn }: ShortDocument): void {
  if (c.size === 0) return;
  const random = randomOf(c.seed, "notice", c.issuer.index, kind, c.now.year, variant);
  const length = random.int(0, 4);
  const subject = c.subject(variant);
  if (length >= 1) {
    out.add(
      1,
      "background",
      "（参考）背景及び経緯",
      ...Array.from({ length: 3 * length }, (_, at) =>
        paragraph(c.writer.write(at % 2 === 0 ? yearParagraphs : policyParagraphs, c.subject(variant + at))),
      ),
    );
  }
  if (length >= 2) {
    const step = (days: number, what: string) => [longDate(addDays(filedOn, days)), what];
    out.add(
      1,
      "schedule",
      "（参考）今後の日程",
      table(
        "",
        undefined,
        ["年月日", "内容"],
        [
          step(0, "取締役会決議"),
          step(14, "関係先への説明"),
          step(45, "手続の開始（予定）"),
          step(120, "完了（予定）"),
        ],
      ),
      paragraph(c.writer.fill("{outlook}。なお、日程は手続の進捗により変更となる場合があります。", subject)),
    );
  }
  if (length >= 3) {
    out.add(
      1,
      "parties",
      "（参考）関係する会社の概要",
      table(
        "",
        undefined,
        ["項目", "内容"],
        [
          ["名称", companyOf(c.seed, c.issuer.index, `notice/${kind}`, variant)],
          ["主要な事業の内容", `${c.segment(variant)}に関する業務`],
          ["資本金", `${yen(random.int(1, 60) * 10)}百万円`],
          ["設立年", `${random.int(1948, 2012)}年`],
          ["当社との関係", "資本関係及び人的関係はありません。取引関係については、原材料の購入があります。"],
          ["直前の事業年度の売上高", `${yen(random.int(600, 28_000))}百万円`],
        ],
      ),
      notes("上記は相手先から開示を受けた情報に基づいて記載しております。"),
    );
  }
  if (length >= 4) {
    out.add(
      1,
      "latest-figures",
      "（参考）当期の連結業績予想及び前期の連結実績",
      table(
        "",
        "百万円",
        ["", c.terms.sales, c.terms.operating, c.terms.ordinary, c.terms.net],
        [
          ["前期実績", yen(c.before.sales), yen(c.before.operating), yen(c.before.ordinary), yen(c.before.net)],
          [
            "前々期実績",
            ...[c.figures(c.now.year - 2)].flatMap((f) => [
              yen(f.sales),
              yen(f.operating),
              yen(f.ordinary),
              yen(f.net),
            ]),
          ],
        ],
      ),
      ...Array.from({ length: 20 }, (_, at) => paragraph(c.writer.write(yearParagraphs, c.subject(variant + 3 * at)))),
    );
  }
}
