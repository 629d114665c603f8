import { z } from "zod";
import type { PublicationPage } from "../../domain/publishing/publication.ts";

/** Pages of a document are mostly of one size: neighbours alike are one run, so that a million documents stay small. */
export interface PageRun {
  readonly first: number;
  readonly last: number;
  readonly width: number;
  readonly height: number;
  readonly listed: boolean;
}

const Runs = z.array(z.tuple([z.int(), z.int(), z.number(), z.number(), z.union([z.literal(0), z.literal(1)])]));

export function readPageRuns(text: string): PageRun[] {
  return Runs.parse(JSON.parse(text)).map(([first, last, width, height, listed]) => ({
    first,
    last,
    width,
    height,
    listed: listed === 1,
  }));
}

export function writePageRuns(pages: readonly PublicationPage[]): string {
  const runs: [number, number, number, number, 0 | 1][] = [];
  for (const { pageNumber, width, height, listed } of pages) {
    const open = runs.at(-1);
    const flag = listed ? 1 : 0;
    const continues =
      open !== undefined && open[1] === pageNumber - 1 && open[2] === width && open[3] === height && open[4] === flag;
    if (continues) open[1] = pageNumber;
    else runs.push([pageNumber, pageNumber, width, height, flag]);
  }
  return JSON.stringify(runs);
}
