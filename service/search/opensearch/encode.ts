import { foldText } from "../../../lib/text/format/fold.ts";
import type { Entry, EntrySection } from "../core/entries.ts";
import { packLine, tokensOfLine } from "../core/field-lines.ts";
import { titleCore } from "../core/labels.ts";
import { passages } from "../core/passages.ts";
import { fieldTokens, visitEvidence } from "../core/tokens.ts";

/** An entry of an index with its id. */
export interface Encoded {
  readonly id: string;
  readonly body: object;
}

export const tokenText = (token: number): string => token.toString(36);

/** Everything that an index holds of one document or statement. */
export function* encode(entry: Entry): Generator<Encoded> {
  const { documentId, details } = entry;
  const common = {
    document: documentId,
    family: entry.family,
    type: entry.type,
    codes: entry.securityCodes,
    at: entry.timelineAtMs,
    superseded: entry.superseded,
    ...(details.issuerNames[0] === undefined ? {} : { issuer: details.issuerNames[0] }),
    ...(details.amends === null ? {} : { amends: details.amends }),
    ...(details.periodEnd === null ? {} : { periodEnd: details.periodEnd }),
  };
  let passageCount = 0;
  let characters = 0;
  for (const [place, section] of entry.sections.entries()) {
    const context = section.context.toWellFormed();
    const above = foldText(context);
    const texts = passages(section.text.toWellFormed());
    const folded = texts.map(foldText);
    const whole = folded.join("");
    const known = { ...common, place, section: section.sectionId, head: context };
    yield {
      id: `${documentId}:${place}`,
      body: {
        ...known,
        kind: "section",
        ...(entry.sections.length > 1 ? { sections: entry.sections.length } : {}),
        texts,
        lines: section.lines.map(packLine),
        text: whole,
        text1: distinct(whole),
        above,
        above1: distinct(above),
        fields: fieldsOf(section),
      },
    };
    const contextTokens = tokensOf(above);
    for (const [at, each] of folded.entries()) {
      passageCount++;
      characters += each.length;
      yield {
        id: `${documentId}:${place}:${at}`,
        body: {
          ...known,
          kind: "passage",
          passage: at,
          shown: texts[at],
          // A pair across two passages belongs to the first.
          tokens: tokensOf(each + (folded[at + 1] ?? "").slice(0, 1)),
          context: contextTokens,
        },
      };
    }
  }
  yield {
    id: documentId,
    body: {
      ...common,
      kind: "document",
      passages: passageCount,
      characters,
      ...(details.issuerNames.length === 0
        ? {}
        : { names: JSON.stringify([...details.issuerNames, ...entry.securityCodes]) }),
      ...(details.amends === null ? {} : { sectionIds: entry.sections.map((section) => section.sectionId) }),
    },
  };
}

/** Fields that are searched and never shown: they are not kept beside the index. */
export const unkept = ["text", "text1", "above", "above1", "fields", "tokens", "context", "superseded", "change"];

function tokensOf(folded: string): string {
  const tokens: string[] = [];
  visitEvidence(folded, (token) => tokens.push(tokenText(token)));
  return tokens.join(" ");
}

const distinct = (text: string) => [...new Set(text)].join("");

/** Of the title, the names and the rows, each token once. */
function fieldsOf(section: EntrySection): string {
  const tokens = new Set(fieldTokens(titleCore(section.title.toWellFormed())));
  for (const line of section.lines) for (const token of tokensOfLine(line)) tokens.add(token);
  return [...tokens].map(tokenText).join(" ");
}
