/** A table as its positions on a page tell it. */
export interface PdfTable {
  readonly top: number;
  readonly bottom: number;
  readonly rows: readonly (readonly PdfCell[])[];
  /** False where rows or columns had to be guessed: the reader is then shown the page as well. */
  readonly certain: boolean;
}

export interface PdfCell {
  readonly text: string;
  readonly column: number;
  readonly colSpan: number;
  readonly rowSpan: number;
}
