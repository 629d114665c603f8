import { type InlineMark, MarkCollector, type MarkTag } from "./inline-marks.ts";

/**
 * Collects the text between two block boundaries. White space of the source collapses as a browser would show it; marks
 * and figures that inline XBRL keeps apart stay apart here, so that note 1 beside 814 never reads 1814.
 */
export class TextLine {
  #text = "";
  #plain = false;
  #separateNext = false;
  readonly #marks = new MarkCollector();

  append(raw: string, bold: boolean, marks: readonly MarkTag[]): void {
    let text = raw.replace(/[ \t\r\n\f]+/g, " ");
    if (needsCleaning(text)) text = text.replace(unprintable, "");
    if (text === "") return;
    if (this.#separateNext && text !== " ") {
      this.#separateNext = false;
      if (startsFigure.test(text) && endsFigure.test(this.#text)) this.#text += " ";
    }
    if (text.startsWith(" ") && (this.#text === "" || this.#text.endsWith(" ") || this.#text.endsWith("\n"))) {
      text = text.slice(1);
    }
    this.#text += text;
    this.#marks.add(text, marks);
    if (!bold && text.trim() !== "") this.#plain = true;
  }

  breakLine(): void {
    this.#text += "\n";
  }

  beginFigure(): void {
    if (endsDigit.test(this.#text)) this.#text += " ";
  }

  endFigure(): void {
    this.#separateNext = true;
  }

  beginMark(): void {
    this.#separateNext = true;
  }

  endMark(): void {
    this.#separateNext = true;
  }

  /** The text, each line trimmed, or undefined where there is nothing to see. */
  take(): { text: string; bold: boolean; marks: readonly InlineMark[] } | undefined {
    const raw = this.#text;
    const marks = this.#marks.take();
    const bold = !this.#plain;
    this.#text = "";
    this.#plain = false;
    this.#separateNext = false;
    if (raw === "") return undefined;
    const text = raw.includes("\n")
      ? raw
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== "")
          .join("\n")
      : raw.trim();
    return text === "" ? undefined : { text: text.replace(runs, " "), bold, marks };
  }
}

/** Spaces and no-break spaces in a row are layout; one alone is kept as it is. */
const runs = /[ \u00a0]{2,}/g;
const startsFigure = /^[0-9０-９△▲※]/;
const endsFigure = /[0-9０-９※]$/;
const endsDigit = /[0-9０-９]$/;
const unprintable =
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function needsCleaning(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit === 0x7f || (unit >= 0xd800 && unit <= 0xdfff) || unit >= 0xfffe) return true;
  }
  return false;
}
