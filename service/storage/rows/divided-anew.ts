import { z } from "zod";
import type { DividedAnew } from "../ports.ts";

const Place = z.int().min(0);

/** As {"starts": [place, …], "former": [[hash, offset, start, end], …]}. */
const Stored = z.object({
  starts: z.array(Place),
  former: z.array(z.tuple([z.string(), Place, Place, Place])),
});

export const dividedAnewOf = "SELECT divided_anew FROM documents WHERE document_id = ?";

export function writeDividedAnew(divided: DividedAnew | null): string | null {
  if (divided === null) return null;
  const { starts, former } = divided;
  return JSON.stringify({ starts, former: former.map((each) => [each.textHash, each.offset, each.start, each.end]) });
}

export function readDividedAnew(stored: string | null | undefined): DividedAnew | null {
  if (stored == null) return null;
  const { starts, former } = Stored.parse(JSON.parse(stored));
  return { starts, former: former.map(([textHash, offset, start, end]) => ({ textHash, offset, start, end })) };
}
