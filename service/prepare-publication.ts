import type { Rooms } from "../lib/kit/workers/rooms.ts";
import { type PreparedPublication, prepareWith } from "./domain/publishing/prepared.ts";
import type { Publication } from "./domain/publishing/publication.ts";
import { prepareDocument } from "./search/prepare.ts";
import { packTexts } from "./storage/rows/parts.ts";

/** For threads that prepare publications for the store's own index and text columns; `rooms` hold what has bytes. */
export function preparePublication(publication: Publication, rooms?: Rooms): PreparedPublication {
  return prepareWith({ packTexts, prepareDocument }, publication, rooms);
}
