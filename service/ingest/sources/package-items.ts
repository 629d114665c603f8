import type { PublicationOriginal } from "../../domain/publishing/publication.ts";
import { readFacts } from "../facts/document-facts.ts";
import type { DocumentMetadata } from "../facts/known-facts.ts";
import { partName } from "../package/part-names.ts";
import type { DocumentDraft } from "../package/read-package.ts";
import { readPdf } from "../pdf/read-pdf.ts";
import { Refusal } from "../refusal.ts";
import { compose, metadataOfFacts } from "../run/compose.ts";
import { publishEnglish } from "../run/english-original.ts";
import {
  baseName,
  type IngestContext,
  originalName,
  sha256Of,
  sha256OfText,
  storeImages,
  storeOriginal,
  summarise,
} from "../run/ingest-context.ts";
import type { IngestItem, ItemOutcome } from "../run/item.ts";
import { learnIssuer } from "../run/learn-issuer.ts";

/** `S100TMMG.zip`, `S100TMMG.pdf` and `S100TMMG-csv.zip` are one document, by the docID in their names. */
export function packageItems(files: readonly string[], context: IngestContext): IngestItem[] {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const key = /S[0-9A-Z]{7}(?![0-9A-Za-z])/.exec(baseName(file))?.[0] ?? baseName(file);
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups].map(([key, members]) => packageItem(key, members.sort(), context));
}

function packageItem(key: string, files: readonly string[], context: IngestContext): IngestItem {
  return {
    key: `package:${key}`,
    fingerprint: async () => sha256OfText((await Promise.all(files.map(sha256Of))).sort().join()),
    ingest: () => ingestFiles(files, context),
  };
}

async function ingestFiles(files: readonly string[], context: IngestContext): Promise<ItemOutcome> {
  const pdf = files.find((file) => /\.pdf$/i.test(file));
  const archives: { file: string; drafts: readonly DocumentDraft[] }[] = [];
  for (const file of files) {
    if (file !== pdf) archives.push({ file, drafts: await context.readers.read(file) });
  }
  const drafts = archives.flatMap((each) => each.drafts);
  const texts = textsOf(drafts.filter(({ kind }) => kind !== "english"));
  if (texts.length > 1) return ingestSeveral(archives, texts, context);
  const [draft] = texts;
  const metadata = metadataFrom(draft === undefined ? drafts : [draft], files, context);
  const outcome = await publishOne(metadata, draft, archives, pdf, context);
  const english = drafts.find(({ kind }) => kind === "english");
  if (english === undefined || (await publishEnglish(metadata, english, context)) === "unchanged") return outcome;
  return outcome.change === "unchanged" ? { ...outcome, change: "changed" } : outcome;
}

/** The pages take precedence over the CSV with the same contents. */
function textsOf(drafts: readonly DocumentDraft[]): DocumentDraft[] {
  const readable = drafts.filter((draft) => draft.sections.length > 0);
  const pages = readable.filter((draft) => draft.kind !== "csv");
  return pages.length > 0 ? pages : readable.slice(0, 1);
}

/** The list's facts may stand in any part of the package: the CSV has them where the text does not. */
function metadataFrom(
  drafts: readonly DocumentDraft[],
  files: readonly string[],
  { companyOf }: IngestContext,
): DocumentMetadata {
  const [file] = files;
  let refusal: unknown = new Refusal(
    "missing_facts",
    "A PDF alone does not tell what it is: put it into a folder with a manifest, or beside its package.",
  );
  for (const draft of drafts) {
    try {
      return metadataOfFacts(readFacts(draft, baseName(file ?? "")), companyOf);
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

/** A download from the web site may hold several documents; its ZIP is the original of none of them. */
async function ingestSeveral(
  archives: readonly { readonly file: string }[],
  drafts: readonly DocumentDraft[],
  context: IngestContext,
): Promise<ItemOutcome> {
  let last: ItemOutcome | undefined;
  let changed = false;
  for (const draft of drafts) {
    const metadata = metadataOfFacts(readFacts(draft, undefined), context.companyOf);
    last = await publishOne(metadata, draft, [], undefined, context);
    changed ||= last.change !== "unchanged";
  }
  if (last === undefined) throw new Refusal("nothing_to_deliver", `Nothing to read in ${archives.length} files.`);
  return { ...last, change: changed ? "changed" : "unchanged" };
}

async function publishOne(
  metadata: DocumentMetadata,
  draft: DocumentDraft | undefined,
  archives: readonly { readonly file: string; readonly drafts: readonly DocumentDraft[] }[],
  pdf: string | undefined,
  context: IngestContext,
): Promise<ItemOutcome> {
  const { sink } = context;
  const text = draft?.sections ?? [];
  if (draft?.kind === "csv" && (await sink.typeOf(metadata.documentId)) !== undefined) {
    throw new Refusal("nothing_to_deliver", "The document is there already: name its package and its CSV together.");
  }
  const paper = pdf === undefined ? undefined : await readPdf(context.pdf, pdf, { sections: text, text: true });
  const originals: PublicationOriginal[] = [];
  for (const { file, drafts } of archives) {
    const id = originalIdOf(drafts, originals);
    originals.push(await storeOriginal(context, id, file, originalName(metadata.documentId, id)));
  }
  if (pdf !== undefined)
    originals.push(await storeOriginal(context, "pdf", pdf, originalName(metadata.documentId, "pdf")));
  const pictures = await storeImages(sink, draft?.images ?? []);
  const publication = compose(metadata, {
    sections: paper?.sections ?? text,
    pages: paper?.pages ?? [],
    originals: [...originals, ...pictures.originals],
    images: pictures.images,
    missingParts: draft?.missingPages.map(partName),
  });
  const change = await sink.publish(publication);
  await learnIssuer(metadata, draft, context);
  return { change, summary: summarise(publication, draft === undefined ? [] : [draft], metadata) };
}

function originalIdOf(drafts: readonly DocumentDraft[], taken: readonly PublicationOriginal[]): string {
  const kind = drafts[0]?.kind;
  const wanted = kind === "csv" || kind === "english" || kind === "attachments" ? kind : "zip";
  const isFree = (id: string): boolean => taken.every((original) => original.originalId !== id);
  if (isFree(wanted)) return wanted;
  for (let number = 2; ; number++) if (isFree(`${wanted}-${number}`)) return `${wanted}-${number}`;
}
