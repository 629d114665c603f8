import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PublicationOriginal } from "../../domain/publishing/publication.ts";
import type { DocumentMetadata } from "../facts/known-facts.ts";
import type { DocumentDraft } from "../package/read-package.ts";
import { readPdf } from "../pdf/read-pdf.ts";
import { compose } from "./compose.ts";
import { baseName, type IngestContext, storeImages, storeOriginal } from "./ingest-context.ts";
import type { Change } from "./publication-sink.ts";

/** The service finds a document's other language by it. */
export function englishIdOf(documentId: string): string {
  return `${documentId}-en`;
}

/** A filing in English beside a Japanese document, as a document of its own. */
export async function publishEnglish(
  japanese: DocumentMetadata,
  draft: DocumentDraft,
  context: IngestContext,
): Promise<Change> {
  const documentId = englishIdOf(japanese.documentId);
  const files: string[] = [];
  try {
    for (const [at, { bytes }] of draft.papers.entries()) {
      const file = join(context.incoming, `${documentId}-${at}.pdf`);
      files.push(file);
      await writeFile(file, bytes);
    }
    const [first] = files;
    const paper =
      first === undefined ? undefined : await readPdf(context.pdf, first, { sections: draft.sections, text: true });
    const originals: PublicationOriginal[] = [];
    for (const [at, file] of files.entries()) {
      const name = baseName(draft.papers[at]?.name ?? file);
      originals.push(await storeOriginal(context, at === 0 ? "pdf" : `pdf-${at + 1}`, file, name));
    }
    const pictures = await storeImages(context.sink, draft.images);
    const sections = paper?.sections ?? draft.sections;
    const names = [...draft.papers.map(({ name }) => name), ...draft.pageNames];
    const publication = compose(
      {
        ...japanese,
        documentId,
        // Only the Japanese document follows that of the year before and is followed by the next.
        type: "other",
        title: titleOf(sections[0]?.markdown ?? "", names, japanese.title),
        language: "en",
        amendsDocumentId: null,
      },
      {
        sections,
        pages: paper?.pages ?? [],
        originals: [...originals, ...pictures.originals],
        images: pictures.images,
      },
    );
    return await context.sink.publish(publication);
  } finally {
    for (const file of files) await rm(file, { force: true });
  }
}

const titleCharactersMax = 150;
/** So much of the text tells what it is. */
const headCharacters = 1_000;

/** By the text's first words in Latin letters, else by a file's name. One that is an excerpt is called one. */
function titleOf(text: string, names: readonly string[], japanese: string): string {
  const head = text.slice(0, headCharacters);
  const lines = head.split("\n").map((line) => line.replace(/^#+ |[|*]/g, "").trim());
  const line = lines.find((each) => /[A-Za-z]{3}/.test(each) && each.length <= titleCharactersMax);
  const title = line ?? names.map((name) => baseName(name).replace(/\.\w+$/, ""))[0] ?? `${japanese} (English)`;
  const isExcerpt = [...lines.slice(0, 10), ...names].some((each) => excerptWords.test(each));
  return isExcerpt && !excerptWords.test(title) ? `${title} (excerpt)` : title;
}

/** In a file's name an underscore stands where others have a space. */
const excerptWords =
  /(?<![a-z])(?:excerpt|extract)(?:s|ed)?(?![a-z])|(?<![a-z])(?:abridged|partial) (?:translation|version|english)|抄/i;
