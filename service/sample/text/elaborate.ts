import { paragraph } from "./compose.ts";
import type { Context } from "./context.ts";
import { yearParagraphs } from "./grammar/paragraphs.ts";
import { bankPatterns } from "./patterns-banks.ts";
import { makerPatterns } from "./patterns-makers.ts";
import { servicePatterns, sharedPatterns } from "./patterns-services.ts";
import { type Pattern, sceneOf } from "./scene.ts";

const makers = new Set(["機械", "化学", "電気機器", "食料品", "医薬品"]);

/** Further paragraphs on one segment: drawn without repeating a pattern within a call, or written from the grammar. */
export function elaborate(c: Context, at: number, count: number): string[] {
  if (c.size > 0) {
    return Array.from({ length: count }, (_, each) =>
      paragraph(c.writer.write(yearParagraphs, c.subject(at + 3 * each))),
    );
  }
  return c.random.some(patternsOf(c, at), count).map((sentences) => paragraph(...sentences()));
}

/** A bank has no assembly line, and a railway no model that goes out of production. */
function patternsOf(c: Context, at: number): readonly Pattern[] {
  const { sector } = c.issuer;
  const scene = sceneOf(c, at);
  if (makers.has(sector ?? "")) return makerPatterns(scene);
  const own = sector === "銀行業" ? bankPatterns(scene) : servicePatterns(scene);
  return [...own, ...sharedPatterns(scene)];
}

/** Every pattern once: of the company's year, in a report that is long enough for all of them. */
export function elaborateFully(c: Context): string[] {
  return c.now.segments.flatMap((_, at, all) =>
    patternsOf(c, at)
      .filter((__, pattern) => pattern % all.length === at)
      .map((sentences) => paragraph(...sentences())),
  );
}
