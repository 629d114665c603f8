import { registerBounded } from "../../kit/bounded.ts";

/**
 * Long texts as they were read last. A reader of a document of 4 MB asks for it dozens of times, page by page and piece
 * by piece; each time its bytes were read, checked against their hash and parsed. By that hash it is kept, so that it
 * can't change; who may read it is decided before, every time.
 */

/** Shorter ones are read quickly. */
const lengthMin = 200_000;
/** Two of the longest filings. */
const charactersMax = 8_000_000;

const keptTexts = new Map<string, string>();

registerBounded({
  name: "hiraku_web_kept_texts_characters",
  help: "Characters of long owned texts that are kept as they were read.",
  max: charactersMax,
  size: () => charactersOf(keptTexts),
});

function charactersOf(kept: ReadonlyMap<string, string>): number {
  return [...kept.values()].reduce((sum, text) => sum + text.length, 0);
}

export async function keptText(sha256: string, read: () => Promise<string | undefined>): Promise<string | undefined> {
  const known = keptTexts.get(sha256);
  const text = known ?? (await read());
  if (text === undefined || text.length < lengthMin || text.length > charactersMax) return text;
  // The last one asked for goes to the end.
  keptTexts.delete(sha256);
  keptTexts.set(sha256, text);
  for (const oldest of keptTexts.keys()) {
    if (charactersOf(keptTexts) <= charactersMax) break;
    keptTexts.delete(oldest);
  }
  return text;
}
