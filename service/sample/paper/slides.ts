import { figuresOf, yen } from "../figures.ts";
import type { SampleIssuer } from "../issuers.ts";
import { randomOf } from "../random.ts";
import { contextOf } from "../text/context.ts";
import type { PaperItem, PaperPage } from "./layout.ts";
import { wrap } from "./measure.ts";

export const slide = { width: 842, height: 595 };

/** Presentations, integrated reports and fact books: pages only, no text to deliver. */
export function layOutSlides(
  seed: number,
  issuer: SampleIssuer,
  year: number,
  title: string,
  count: number,
): PaperPage[] {
  return Array.from({ length: count }, (_, at) => ({
    ...slide,
    items: at === 0 ? titleSlide(issuer, title) : contentSlide(seed, issuer, year, title, at, count),
  }));
}

function text(
  value: string,
  x: number,
  y: number,
  size: number,
  options: { strong?: boolean; align?: "left" | "right" | "center" } = {},
): PaperItem {
  return { kind: "text", x, y, size, align: options.align ?? "left", strong: options.strong ?? false, text: value };
}

function titleSlide(issuer: SampleIssuer, title: string): PaperItem[] {
  return [
    { kind: "bar", x: 0, y: 0, width: 14, height: slide.height },
    text(title, 90, 210, 30, { strong: true }),
    { kind: "rule", x: 90, y: 268, width: 420, weight: 1.2 },
    text(issuer.name, 90, 290, 17),
    text(`証券コード ${issuer.securityCode}`, 90, 322, 12),
  ];
}

function contentSlide(
  seed: number,
  issuer: SampleIssuer,
  year: number,
  title: string,
  at: number,
  count: number,
): PaperItem[] {
  const c = contextOf(seed, issuer, year);
  const random = randomOf(seed, "slide", issuer.index, year, title, at);
  const heading =
    [
      `${c.terms.sales}の推移`,
      `${c.segment(at)}事業の概況`,
      `${c.theme(at)}への取組み`,
      `${c.customer(at)}向け需要の見通し`,
      "財務の状況",
      "株主還元の方針",
    ][at % 6] ?? "";
  const items: PaperItem[] = [
    text(heading, 60, 48, 20, { strong: true }),
    { kind: "rule", x: 60, y: 84, width: slide.width - 120, weight: 0.8 },
  ];
  const points = random.some(
    [
      `${c.product(at)}の受注は${c.demand(at)}見通し`,
      `${c.material(at)}価格の上昇を価格改定で吸収`,
      `${c.site(at)}の稼働率は${random.int(71, 96)}％`,
      `${c.terms.operating}は${yen(c.now.operating)}百万円`,
      `研究開発費は${yen(c.now.research)}百万円`,
      `${c.theme(at + 1)}に${yen(random.int(3, 60) * 100)}百万円を投資`,
    ],
    4,
  );
  points.forEach((point, index) => {
    items.push(text("・", 60, 116 + index * 54, 13));
    wrap(point, 13, 307).forEach((line, part) => items.push(text(line, 73, 116 + index * 54 + part * 20, 13)));
  });
  const years = [5, 4, 3, 2, 1, 0].map((back) => figuresOf(seed, issuer, year - back));
  const most = Math.max(...years.map(({ sales }) => sales));
  years.forEach((figures, index) => {
    const height = (figures.sales / most) * 260;
    const x = 430 + index * 60;
    items.push(
      { kind: "bar", x, y: 440 - height, width: 36, height },
      text(yen(figures.sales), x + 18, 424 - height, 8, { align: "center" }),
      text(`${figures.year}`, x + 18, 448, 9, { align: "center" }),
    );
  });
  items.push(
    text(`${c.terms.sales}（単位：百万円）`, 780, 100, 8, { align: "right" }),
    text(`${at + 1}/${count}`, slide.width - 50, slide.height - 34, 8, { align: "right" }),
    text(issuer.shortName, 60, slide.height - 34, 8),
  );
  return items;
}
