import { yen } from "../writing/amounts.ts";
import { fill } from "../writing/fill.ts";
import type { Scope } from "../writing/scope.ts";
import type { PaperItem, PaperPage } from "./layout.ts";
import { wrap } from "./measure.ts";

export const slide = { width: 842, height: 595 };

/** Presentations, integrated reports and fact books: pages only, no text to deliver. */
export function layOutSlides(scope: Scope, title: string, count: number): PaperPage[] {
  const contents = (scope.company.data.templates.get("slides") ?? []).filter(({ when }) => scope.holds(when));
  return Array.from({ length: count }, (_, at) => {
    const { title: heading = "", blocks = [] } = contents[(at - 1) % contents.length] ?? {};
    const points = blocks.flatMap(({ lines }) => lines).filter(({ when }) => scope.holds(when));
    const items =
      at === 0
        ? titleSlide(scope, title)
        : contentSlide(
            scope,
            heading,
            points.map((each) => each.text),
          );
    const foot = [text(`${at + 1}/${count}`, slide.width - 50, slide.height - 34, 8, "right")];
    return { ...slide, items: at === 0 ? items : [...items, ...foot] };
  });
}

function text(
  value: string,
  x: number,
  y: number,
  size: number,
  align: "left" | "right" | "center" = "left",
  strong = false,
): PaperItem {
  return { kind: "text", x, y, size, align, strong, text: value };
}

function titleSlide({ issuer }: Scope, title: string): PaperItem[] {
  return [
    { kind: "bar", x: 0, y: 0, width: 14, height: slide.height },
    text(title, 90, 210, 30, "left", true),
    { kind: "rule", x: 90, y: 268, width: 420, weight: 1.2 },
    text(issuer.name, 90, 290, 17),
    text(`証券コード ${issuer.securityCode}`, 90, 322, 12),
  ];
}

/** A heading, a few points, and the sales of six years as bars. */
function contentSlide(scope: Scope, heading: string, points: readonly string[]): PaperItem[] {
  const items: PaperItem[] = [
    text(fill(heading, scope), 60, 48, 20, "left", true),
    { kind: "rule", x: 60, y: 84, width: slide.width - 120, weight: 0.8 },
  ];
  points.forEach((point, at) => {
    items.push(text("・", 60, 116 + at * 54, 13));
    const lines = wrap(fill(point.replace(/^- /, ""), scope), 13, 307);
    lines.forEach((line, part) => items.push(text(line, 73, 116 + at * 54 + part * 20, 13)));
  });
  const years = [5, 4, 3, 2, 1, 0].map((back) => scope.figures(scope.year - back));
  const most = Math.max(...years.map(({ sales }) => sales));
  years.forEach(({ sales, year }, at) => {
    const height = (sales / most) * 260;
    const x = 430 + at * 60;
    items.push(
      { kind: "bar", x, y: 440 - height, width: 36, height },
      text(yen(sales), x + 18, 424 - height, 8, "center"),
      text(`${year}`, x + 18, 448, 9, "center"),
    );
  });
  const unit = text(`${scope.terms["sales"]}（単位：百万円）`, 780, 100, 8, "right");
  return [...items, unit, text(scope.issuer.shortName, 60, slide.height - 34, 8)];
}
