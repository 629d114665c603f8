import type { PublicationSection } from "../../domain/publishing/publication.ts";
import type { Company } from "../company.ts";
import { withNames } from "../names.ts";
import { Tagger } from "./facts.ts";
import { sectionHtml } from "./xhtml.ts";

/** Of a recipe what decides about figures. */
interface Kind {
  readonly kind: string;
  readonly amendment: boolean;
  readonly variant: number;
}

/** How many figures the package of a document tags, without making it. */
export function countFacts(sections: readonly PublicationSection[], company: Company, recipe: Kind): number {
  if (!hasFactsIn(recipe)) return 0;
  const tagger = new Tagger(company);
  return withNames(sections, company.data).reduce(
    (count, section) => count + sectionHtml(section, tagger).split("<ix:nonFraction ").length - 1,
    0,
  );
}

/** An amendment in part gives a figure twice, wrong and right, so it gives no facts. */
export const hasFactsIn = ({ kind, amendment, variant }: Kind) =>
  kind === "annual_securities_report" && !(amendment && variant === 0);
