import type { EndpointName } from "../../contract/endpoints.ts";
import { readTolerantly } from "../../contract/tolerant.ts";
import type { FoundPlace } from "../../store/artifacts.ts";
import type { TextImage } from "./text-images.ts";

/** The fields that are read in an answer of the service. Its bytes are always stored before they are read. */
export interface Reading {
  /** Why the answer can't be read; null where it can. */
  readonly unreadable: string | null;
  readonly hitCount: number | null;
  readonly sections: readonly string[];
  /** The length of the text, which determines its price. */
  readonly text: string | null;
  readonly images: readonly TextImage[];
  /** The sections that the hits of a search quote. */
  readonly found: readonly FoundPlace[];
}

export const nothingRead: Reading = {
  unreadable: null,
  hitCount: null,
  sections: [],
  text: null,
  images: [],
  found: [],
};

/** Of an answer that can't be read. */
export function unreadableFor(reason: string): Reading {
  return { ...nothingRead, unreadable: reason };
}

export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

export function readAnswer(name: EndpointName, bytes: Uint8Array): { value: unknown; unreadable: string | null } {
  const raw = parseJson(bytes);
  if (raw === undefined) return { value: null, unreadable: "the answer is not JSON" };
  const read = readTolerantly(name, raw);
  return "unreadable" in read ? { value: null, unreadable: read.unreadable } : { value: read.value, unreadable: null };
}
