import { z } from "zod";
import type { PageBreak } from "../../../lib/contract/resources.ts";
import type { PublicationPageBreak } from "../../domain/publishing/publication.ts";

/** As [[page, characters before it], …]; NULL where no further page begins within a section, as mostly. */
const Packed = z.array(z.tuple([z.int(), z.int()]));

export function packPageBreaks(breaks: readonly PublicationPageBreak[] = []): string | null {
  if (breaks.length === 0) return null;
  return JSON.stringify(breaks.map(({ pageNumber, characters }) => [pageNumber, characters]));
}

export function readPageBreaks(text: string | null): PageBreak[] {
  if (text === null) return [];
  return Packed.parse(JSON.parse(text)).map(([page_number, characters]) => ({ page_number, characters }));
}

const Numbers = z.array(z.int().min(1));

export function packPageNumbers(pages: readonly number[] = []): string | null {
  return pages.length === 0 ? null : JSON.stringify(pages);
}

export function readPageNumbers(text: string | null): number[] {
  return text === null ? [] : Numbers.parse(JSON.parse(text));
}
