import { fixedCredits } from "../contract/prices.ts";
import type { Owner } from "../owners/owner.ts";
import { api, routes } from "../routes.ts";
import { app } from "../running-app.ts";
import { headOf } from "../spending/library/artifact-bytes.ts";
import { spenderOf } from "../spending/purchases.ts";
import { identifyImage, imageHeadBytes } from "../text/format/image-format.ts";
import type { ReaderLanguage } from "../text/i18n/reader-language.ts";
import { figureName, type Illustration } from "../text/markdown/index.ts";
import type { Piece } from "../text/toc/cut.ts";
import { partOrStored, valueOf } from "./document-parts.ts";
import { type PiecePages, pageOfPlace } from "./piece-pages.ts";
import { type ReadingFacts, sectionOf } from "./reading-facts.ts";

/**
 * A text refers to an image as `images/NAME`, which is an original of the document with that file name. Nothing is
 * bought: an image that came with the text or is owned as an original is shown, for others the links where it can be
 * bought or seen.
 */

const named = /images\/[^\s()<>"'\\]{1,300}/g;
const namesMax = 500;

export async function illustrationsOf(
  owner: Owner,
  { getWords }: ReaderLanguage,
  facts: ReadingFacts,
  piece: Piece,
  pages: PiecePages,
): Promise<Readonly<Record<string, Illustration>>> {
  const places = placesOf(piece.text);
  if (places.size === 0) return {};
  const documentId = facts.document.document_id;
  const delivered = await deliveredImages(owner, documentId);
  // If the service sends every image with its text, the list of originals isn't needed.
  const isComplete = [...places.keys()].every((name) => delivered.has(name));
  const originals = isComplete ? [] : (valueOf(await partOrStored(owner, documentId, "originals"))?.originals ?? []);
  const title = sectionOf(facts, piece.sectionId)?.title ?? null;
  const [t, cost] = [await getWords("reader"), await getWords("cost")];
  const listed = facts.pages?.pages.map((page) => page.page_number) ?? [];
  const entries = [...places].map(async ([name, at], index): Promise<[string, Illustration]> => {
    const original = originals.find((each) => each.file_name === name);
    const image =
      delivered.get(name) ??
      (original === undefined ? null : await ownedImage(owner, documentId, original.original_id));
    const number = places.size > 1 ? ` ${index + 1}` : "";
    const label = title === null ? null : t("figureOf", { n: number, title });
    const page = pageOfPlace(pages, at);
    const ways = [];
    if (original !== undefined) {
      ways.push({
        href: routes.original(documentId, original.original_id),
        words: t("figureOriginal"),
        price: { credits: fixedCredits.original, spoken: cost("creditsUnit", { n: fixedCredits.original }) },
      });
    }
    if (page !== undefined && listed.includes(page)) {
      ways.push({ href: routes.page(documentId, page), words: t("figurePage", { n: String(page) }), price: null });
    }
    return [name, { image, label, ways, note: t("figureNowhere") }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The images that a text refers to, each with the position of the first reference. */
function placesOf(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const match of text.matchAll(named)) {
    const name = figureName(match[0]);
    if (name !== undefined && !places.has(name)) places.set(name, match.index);
    if (places.size >= namesMax) break;
  }
  return places;
}

/** The images that came with what was bought of the document's text. */
async function deliveredImages(owner: Owner, documentId: string): Promise<Map<string, Illustration["image"]>> {
  const { ownerId, upstream } = spenderOf(owner);
  const rows = await app().purchases.rows.illustrations.illustrationsOf(ownerId, upstream, documentId);
  return new Map(
    rows.map(({ name, width, height }) => {
      const src = api.ownedIllustration(documentId, name);
      return [name, { src, width, height, href: src, zooms: true }];
    }),
  );
}

async function ownedImage(owner: Owner, documentId: string, originalId: string): Promise<Illustration["image"]> {
  const { ownerId, upstream } = spenderOf(owner);
  const { imageFormats: formats, purchases } = app();
  const { deps, rows } = purchases;
  const artifact = await rows.artifacts.originalOf(ownerId, upstream, documentId, originalId);
  if (artifact === undefined) return null;
  if (!formats.has(artifact.sha256)) {
    const body = await deps.bodies.open(artifact.sha256);
    if (body === undefined) return null;
    formats.set(artifact.sha256, identifyImage(await headOf(body, imageHeadBytes)) ?? null);
  }
  const format = formats.get(artifact.sha256);
  if (format === undefined || format === null) return null;
  return {
    src: api.ownedOriginal(documentId, originalId),
    width: format.width,
    height: format.height,
    href: routes.original(documentId, originalId),
    zooms: false,
  };
}
