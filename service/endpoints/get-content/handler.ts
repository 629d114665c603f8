import { creditsFor } from "../../../lib/contract/prices.ts";
import type { ContentSection, DocumentContentResponse, MovedSection } from "../../../lib/contract/resources.ts";
import { countCharacters } from "../../../lib/text/format/count-characters.ts";
import { figuresOf } from "../../domain/content/figures.ts";
import { selectSections, wholeBodyCharacters, withDescendants } from "../../domain/content/select-sections.ts";
import { deliveredHash } from "../../domain/quotes/verify-quote.ts";
import { Problem } from "../../http/problem.ts";
import type { CatalogSection, SectionText } from "../../storage/ports.ts";
import { untilLate } from "../backend-deadline.ts";
import { getDocumentOr404, requireText } from "../deliverable.ts";
import type { PaidHandler } from "../handler.ts";

const content_format = "markdown";

export const getContent: PaidHandler<"getContent"> = {
  kind: "paid",
  async prepare({ document_id, sections: wanted }, deps, client) {
    const { catalog, contentTiers, nowMs } = deps;
    const document = await getDocumentOr404(catalog, document_id);
    requireText(document, nowMs());
    const toc = (await catalog.toc(document_id)).map(({ entry }) => entry);
    const chosen = wanted === undefined ? undefined : selectSections(toc, wanted);
    if (chosen !== undefined && "unknownSectionId" in chosen) {
      throw invalidSection(chosen.unknownSectionId, await catalog.movedSections(document_id));
    }
    const characters = chosen?.characters ?? wholeBodyCharacters(toc);
    return {
      credits: creditsFor(contentTiers, characters),
      async run() {
        const owners = chosen === undefined ? undefined : withDescendants(toc, chosen.sections);
        const texts = await catalog.sectionTexts(document_id, owners === undefined ? undefined : [...owners.keys()]);
        const body =
          chosen === undefined || owners === undefined
            ? { content: texts.map((section) => section.markdown).join("") }
            : bodyOfSections(texts, owners, chosen.sections);
        // The price was computed from the table of contents; a body of another size must not be charged by it.
        const delivered = countCharacters(body.content);
        if (delivered !== characters)
          throw new Error(`${document_id} holds ${delivered}, not ${characters} characters`);
        const content_figures = await figuresOf(document_id, texts, await catalog.figureNames(document_id), {
          ...deps,
          signal: untilLate(deps.renderTimeoutMs, client),
        });
        // Without its figures it is not the answer that is charged and kept.
        client.gone.throwIfAborted();
        const figures = content_figures.length === 0 ? {} : { content_figures };
        return {
          json: { document_id: document.summary.document_id, content_format, ...body, ...figures },
          texts: { documentId: document_id, hashes: texts.map(({ markdown }) => deliveredHash(markdown)) },
        };
      },
    };
  },
};

function bodyOfSections(
  texts: readonly SectionText[],
  owners: ReadonlyMap<string, string>,
  sections: readonly CatalogSection["entry"][],
): Pick<DocumentContentResponse, "content" | "sections_returned" | "content_sections"> {
  const parts = new Map<string, string[]>();
  for (const text of texts) {
    const owner = owners.get(text.sectionId);
    if (owner === undefined) continue;
    const part = parts.get(owner);
    if (part === undefined) parts.set(owner, [text.markdown]);
    else part.push(text.markdown);
  }
  const content_sections: ContentSection[] = sections.map(({ section_id, title }) => ({
    section_id,
    title,
    content: (parts.get(section_id) ?? []).join(""),
  }));
  return {
    content: content_sections.map((section) => section.content).join(""),
    sections_returned: content_sections.map((section) => section.section_id),
    content_sections,
  };
}

function invalidSection(sectionId: string, moved: readonly MovedSection[]): Problem {
  const shown = sectionId.replace(/\p{C}/gu, "�").slice(0, 128);
  const now = moved.find((each) => each.section_id === sectionId)?.section_id_now;
  return now === undefined
    ? new Problem("invalid_section", `sections: '${shown}' is not a section of this document.`)
    : new Problem("invalid_section", `sections: '${shown}' is now part of '${now}'.`, {
        fields: { section_id_now: now },
      });
}
