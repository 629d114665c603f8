import { registerBounded } from "../../kit/bounded.ts";
import { texts } from "../../kit/long-texts/texts.ts";
import { parseJson } from "../../spending/engine/answers.ts";
import { QuotedText } from "../../text/quotes/find-quote.ts";
import type { PageStart } from "../../text/toc/pages.ts";

/** A section's part of a delivered text. */
export interface PlacedPiece {
  readonly from: number;
  readonly first: number | undefined;
  readonly starts: readonly PageStart[];
  readonly place: {
    readonly sectionId: string | null;
    readonly path: readonly string[];
    readonly title: string | null;
  };
}

/** A text of a delivered answer, and what looking for quotes in it has prepared: it is the same for the same bytes. */
export class KeptText {
  /** A pointer (RFC 6901) into the delivered JSON. */
  readonly pointer: string;
  /** The section that was delivered; null for a whole document. */
  readonly sectionId: string | null;
  readonly text: string;
  #quoted: QuotedText | undefined;
  #cut: { readonly toc: string | null; readonly pieces: readonly PlacedPiece[] } | undefined;

  constructor(pointer: string, sectionId: string | null, text: string) {
    this.pointer = pointer;
    this.sectionId = sectionId;
    this.text = text;
  }

  /** Throws before `prepare` has ended. */
  get quoted(): QuotedText {
    if (this.#quoted === undefined) throw new Error("The text was not prepared.");
    return this.#quoted;
  }

  async prepare(): Promise<void> {
    this.#quoted ??= new QuotedText(await texts.prepare(this.text));
  }

  /** Its pieces by a table of contents; made again for another one. */
  piecesBy(toc: string | null, cut: () => readonly PlacedPiece[]): readonly PlacedPiece[] {
    if (this.#cut?.toc !== toc) this.#cut = { toc, pieces: cut() };
    return this.#cut.pieces;
  }
}

interface Kept {
  /** By hash of the bytes and kind of the purchase; what was asked for last stands last. */
  readonly byHash: Map<string, readonly KeptText[]>;
  characters: number;
}

/** A prepared text takes some 20 bytes a character. */
const charactersMax = 2_000_000;

let quotedTexts: Kept | undefined;

registerBounded({
  name: "hiraku_web_quoted_text_characters",
  help: "Characters of owned texts that are kept prepared to look for quotes in.",
  max: charactersMax,
  size: () => quotedTexts?.characters ?? 0,
});

/**
 * The texts in an answer's bytes, which the caller has compared with their hash. Reading and folding a long text takes
 * up to a third of a second, and a program verifies one quote after another in the same text.
 */
export function keptTexts(
  artifact: { readonly kind: string; readonly sha256: string },
  bytes: Uint8Array,
): readonly KeptText[] {
  const kept = (quotedTexts ??= { byHash: new Map(), characters: 0 });
  const key = `${artifact.kind} ${artifact.sha256}`;
  const found = kept.byHash.get(key) ?? textsIn(artifact.kind, parseJson(bytes));
  if (kept.byHash.delete(key)) kept.characters -= charactersOf(found);
  const characters = charactersOf(found);
  if (characters > charactersMax) return found;
  kept.byHash.set(key, found);
  kept.characters += characters;
  for (const [oldest, dropped] of kept.byHash) {
    if (kept.characters <= charactersMax) break;
    kept.byHash.delete(oldest);
    kept.characters -= charactersOf(dropped);
  }
  return found;
}

function charactersOf(of: readonly KeptText[]): number {
  return of.reduce((sum, { text }) => sum + text.length, 0);
}

function textsIn(kind: string, answer: unknown): readonly KeptText[] {
  if (!isRecord(answer)) return [];
  const sections = Array.isArray(answer["content_sections"]) ? (answer["content_sections"] as unknown[]) : [];
  const found = sections.flatMap((each, index) => {
    if (!isRecord(each)) return [];
    const { section_id, content } = each;
    if (typeof section_id !== "string" || typeof content !== "string") return [];
    return [new KeptText(`/content_sections/${index}/content`, section_id, content)];
  });
  if (kind === "sections" && found.length > 0) return found;
  const { content } = answer;
  return typeof content === "string" ? [new KeptText("/content", null, content)] : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
