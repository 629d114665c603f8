import { SectionId } from "../../../lib/contract/ids.ts";
import type { ContentFigure } from "../../../lib/contract/resources.ts";
import { figureBytesMax, figuresDataMax } from "../../../lib/text/format/figure-limits.ts";
import { identifyImage } from "../../../lib/text/format/image-format.ts";
import type { Artifacts, Blobs, SectionText } from "../../storage/ports.ts";

/** How many are made or read at once: an answer must not take all threads from the others. */
const togetherMax = 4;

export interface FiguresDeps {
  readonly artifacts: Pick<Artifacts, "figure">;
  readonly blobs: Blobs;
  readonly signal: AbortSignal;
}

/**
 * The figures of a text that is delivered, in reading order. One that can't be made, has no room left or comes after
 * the deadline is named without its data: what the text costs has been agreed, so a figure never fails its answer.
 */
export async function figuresOf(
  documentId: string,
  texts: readonly SectionText[],
  names: readonly string[],
  deps: FiguresDeps,
): Promise<ContentFigure[]> {
  const places = placesOf(texts, new Set(names));
  const figures: ContentFigure[] = [];
  let room = figuresDataMax;
  for (let at = 0; at < places.length; at += togetherMax) {
    const some = places.slice(at, at + togetherMax);
    const images = await Promise.all(some.map(({ name }) => (room > 0 ? imageOf(documentId, name, deps) : undefined)));
    some.forEach(({ name, sectionId }, each) => {
      const image = images[each];
      const data = image === undefined ? null : Buffer.from(image.bytes).toString("base64");
      // All after the first without room are named too, so that figures are never missing in between.
      const hasRoom = data !== null && data.length <= room;
      if (data !== null) room = hasRoom ? room - data.length : 0;
      figures.push({
        figure_id: name,
        section_id: SectionId.parse(sectionId),
        media_type: hasRoom ? (image?.mediaType ?? null) : null,
        data: hasRoom ? data : null,
      });
    });
  }
  return figures;
}

/** Each image once, where the text refers to it first. */
function placesOf(texts: readonly SectionText[], names: ReadonlySet<string>) {
  const places = new Map<string, string>();
  if (names.size > 0) {
    for (const { sectionId, markdown } of texts) {
      for (const [, name = ""] of markdown.matchAll(/!\[[^\]\n]*\]\(images\/([^()\s]+)\)/g)) {
        if (names.has(name) && !places.has(name)) places.set(name, sectionId);
      }
    }
  }
  return [...places].map(([name, sectionId]) => ({ name, sectionId }));
}

async function imageOf(documentId: string, name: string, { artifacts, blobs, signal }: FiguresDeps) {
  try {
    const blob = await blobs.open((await artifacts.figure(documentId, name, signal)).blob);
    if (blob === undefined) return undefined;
    if (blob.byteSize > figureBytesMax) {
      await blob.close();
      return undefined;
    }
    const bytes = new Uint8Array(await new Response(blob.stream()).arrayBuffer());
    const mediaType = identifyImage(bytes)?.mediaType;
    return mediaType === undefined ? undefined : { bytes, mediaType };
  } catch {
    return undefined;
  }
}
