import { QuotedText } from "../../text/quotes/find-quote.ts";
import type { PageStart } from "../../text/toc/pages.ts";
import type { TextReader } from "./reader.ts";

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

  async prepare(texts: Pick<TextReader, "prepare">): Promise<void> {
    this.#quoted ??= new QuotedText(await texts.prepare(this.text));
  }

  /** Its pieces by a table of contents; made again for another one. */
  piecesBy(toc: string | null, cut: () => readonly PlacedPiece[]): readonly PlacedPiece[] {
    if (this.#cut?.toc !== toc) this.#cut = { toc, pieces: cut() };
    return this.#cut.pieces;
  }
}
