import { cache } from "react";
import { guessPage } from "@/components/reader";
import { requireOwner } from "@/lib/auth/session";
import type { DocumentId } from "@/lib/contract/ids";
import type { Original } from "@/lib/contract/resources";
import { identifyImage, imageHeadBytes, type ImageFormat } from "@/lib/format/image-format";
import { getWords } from "@/lib/i18n/locale.server";
import { figureName, type Illustration, type Piece } from "@/lib/markdown";
import { headOf } from "@/lib/purchases/owned";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { api, routes } from "@/lib/routes";
import { callFree } from "@/lib/upstream/call-free";
import type { Facts } from "./reading.ts";

/**
 * What stands where a text names an image (`images/NAME`): images are originals of the document under the same file
 * name. Nothing is bought for it; an image that is owned is shown, others tell the ways to them.
 */

/** Where the piece begins in the document, for the page that an image is most likely on. */
export interface PiecePlace {
  readonly offset: number;
  readonly totalCharacters: number;
}

const originalCredits = 8;
const named = /images\/[^\s()<>"'\\]{1,300}/g;
const namesMax = 500;

export async function illustrationsOf(
  facts: Facts,
  piece: Piece,
  place: PiecePlace,
): Promise<Readonly<Record<string, Illustration>>> {
  const places = placesOf(piece.text);
  if (places.size === 0) return {};
  const documentId = facts.document.document_id;
  const originals = await findOriginals(documentId);
  const t = await getWords("reader");
  const cost = await getWords("cost");
  const listed = facts.pages?.pages.map((page) => page.page_number) ?? [];
  const last = Math.max(facts.pages?.page_count ?? 0, 0, ...listed);
  const entries = [...places].map(async ([name, at]): Promise<[string, Illustration]> => {
    const original = originals.find((each) => each.file_name === name);
    const image = original === undefined ? null : await ownedImage(documentId, original.original_id);
    const page = guessPage(place.offset + at, place.totalCharacters, last);
    const ways = [];
    if (original !== undefined) {
      ways.push({
        href: routes.original(documentId, original.original_id),
        words: t("figureOriginal"),
        price: { credits: originalCredits, spoken: cost("creditsUnit", { n: originalCredits }) },
      });
    }
    if (listed.includes(page)) {
      ways.push({ href: routes.page(documentId, page), words: t("figurePage", { n: String(page) }), price: null });
    }
    return [name, { image, ways, note: t("figureNowhere") }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The images that a text names, each with where it does so first. */
function placesOf(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const match of text.matchAll(named)) {
    const name = figureName(match[0]);
    if (name !== undefined && !places.has(name)) places.set(name, match.index);
    if (places.size >= namesMax) break;
  }
  return places;
}

/** Free; while the service is away, what was last told stands in. */
const findOriginals = cache(async (documentId: DocumentId): Promise<readonly Original[]> => {
  const owner = await requireOwner();
  try {
    return (await callFree(owner.upstream, "listOriginals", { document_id: documentId })).originals;
  } catch {
    const { ownerId, upstream } = spenderOf(owner);
    return purchases().desk.facts.card(ownerId, upstream, documentId)?.originals?.originals ?? [];
  }
});

/** Bytes never change under their hash, so neither does what they are. */
const formats = new Map<string, ImageFormat | undefined>();
const formatsMax = 5000;

async function ownedImage(documentId: string, originalId: string): Promise<Illustration["image"]> {
  const { ownerId, upstream } = spenderOf(await requireOwner());
  const { deps, rows } = purchases();
  const artifact = rows.artifacts.originalOf(ownerId, upstream, documentId, originalId);
  if (artifact === undefined) return null;
  if (!formats.has(artifact.sha256)) {
    const body = await deps.bodies.open(artifact.sha256);
    if (body === undefined) return null;
    if (formats.size >= formatsMax) formats.clear();
    formats.set(artifact.sha256, identifyImage(await headOf(body, imageHeadBytes)));
  }
  const format = formats.get(artifact.sha256);
  if (format === undefined) return null;
  return {
    src: api.ownedOriginal(documentId, originalId),
    width: format.width,
    height: format.height,
    href: routes.original(documentId, originalId),
  };
}
