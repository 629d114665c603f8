import type { DocumentType } from "../../../lib/contract/vocabulary.ts";
import type { DocumentDraft } from "../package/read-package.ts";

/** The company that a document is about, where somebody else files it. */
interface Subject {
  readonly name: string | undefined;
  readonly securityCode: string | undefined;
}

/** Undefined where a document is about its filer, as an offer for one's own shares is. */
export function readSubject({ facts, pageNames }: DocumentDraft, type: DocumentType): Subject | undefined {
  const fact = (suffix: string): string | undefined => facts.find(({ name }) => name.endsWith(suffix))?.value;
  if (type === "large_holding_report" || type === "large_holding_change_report") {
    return { name: fact(":NameOfIssuer"), securityCode: fact(":SecurityCodeOfIssuer") };
  }
  const isOffer = pageNames.some((name) => /jptoo\d*-to[nr]-/.test(name));
  return isOffer ? { name: plainName(fact(":NameOfSubjectCompanyTextBlock")), securityCode: undefined } : undefined;
}

const nameCharactersMax = 120;

/** `１【対象者名】　見本株式会社`: the block holds its heading too. */
function plainName(block: string | undefined): string | undefined {
  const name = block
    ?.replace(/^[^【]{0,8}【[^】]*】/u, "")
    .replace(/[\s\u3000]+/gu, " ")
    .trim();
  return name === undefined || name === "" ? undefined : [...name].slice(0, nameCharactersMax).join("");
}
