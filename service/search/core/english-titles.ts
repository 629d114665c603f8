import { headingName } from "../../../lib/text/format/heading-names.ts";
import type { TaggedName } from "../../domain/publishing/publication.ts";
import { titleOfName } from "./english.ts";
import { isLegalTitle, titleCore } from "./labels.ts";

/**
 * The English title of a section: the form's by the heading's own words, or the name of the element that the filing tags
 * this very heading with, where it is marked as one of a form (【】). A heading in a filer's own words or spelling has
 * none, since an element of a form that begins there names more, less or something else. `names` are stored packed, and
 * most headings need none.
 */
export function englishTitle(title: string, names: () => readonly TaggedName[]): string | null {
  const prescribed = headingName(title);
  if (prescribed !== undefined) return prescribed;
  if (!isLegalTitle(title)) return null;
  const core = titleCore(title);
  const tagged = names().find(({ name, label }) => name.endsWith("TextBlock") && titleCore(label) === core);
  return tagged === undefined ? null : titleOfName(withoutPlace(tagged.name));
}

/** EDINET ends names with the part of the form that an element is for, which is no part of the heading. */
const places =
  /(?<!Of|About|To|For|And|In)(?:SecurityInformation|ReferenceDocuments|OverviewOfFund|OverviewOfInvestmentTrustManagementCompany|FinancialInformationOfInvestmentTrustManagementCompany|(?:SemiAnnual|Quarterly)?(?:Consolidated)?FinancialStatements)(?=TextBlock$)/u;

function withoutPlace(name: string): string {
  const cut = name.replace(/NA(?=TextBlock$)/u, "").replace(places, "");
  return cut.endsWith(":TextBlock") ? name : cut;
}
