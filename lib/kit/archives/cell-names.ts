import { Refusal } from "./refusal.ts";

const columnsMax = 16_384;
export const rowsMax = 1_048_576;

/** The column of a cell such as `AB12`, from 1. */
export function columnOf(cell: string): number {
  const letters = /^[A-Z]{1,3}/.exec(cell)?.[0] ?? "";
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64);
  return numberIn(String(column), 0, columnsMax);
}

export function columnLetters(column: number): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** The first and last column of a range such as `B2:D4`. */
export function columnsOfRange(range: string): readonly [number, number] {
  const [from = "", to = from] = range.split(":");
  return [columnOf(from), columnOf(to)];
}

export function numberIn(text: string | undefined, otherwise: number, max: number): number {
  const number = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(number) || number < 1 || number > max) throw new Refusal("unknown_layout", "An unknown cell.");
  return number;
}
