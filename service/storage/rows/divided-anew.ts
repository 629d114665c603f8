import { z } from "zod";
import type { DividedAnew, FormerWords } from "../ports.ts";

const Place = z.int().min(0);

/** As {"starts": [place, …], "former": [[hash, offset, start, end], …]}, where the issuer was another one with it. */
const Stored = z.object({
  starts: z.array(Place),
  former: z.array(z.tuple([z.string(), Place, Place, Place], z.string())),
});

export const dividedAnewOf = "SELECT divided_anew FROM documents WHERE document_id = ?";

export function writeDividedAnew(divided: DividedAnew | null): string | null {
  if (divided === null) return null;
  const { starts, former } = divided;
  return JSON.stringify({ starts, former: former.map(asStored) });
}

export function readDividedAnew(stored: string | null | undefined): DividedAnew | null {
  if (stored == null) return null;
  const { starts, former } = Stored.parse(JSON.parse(stored));
  return { starts, former: former.map(fromStored) };
}

type StoredWords = z.infer<typeof Stored>["former"][number];

function asStored({ textHash, offset, start, end, issuer }: FormerWords): StoredWords {
  return [textHash, offset, start, end, ...(issuer === undefined ? [] : [issuer])];
}

function fromStored([textHash, offset, start, end, issuer]: StoredWords): FormerWords {
  return { textHash, offset, start, end, ...(issuer === undefined ? {} : { issuer }) };
}
