/**
 * The hits of the search from which a section was opened, kept for this tab, so that one can step through them where
 * one reads and return to the results. They come from an owned answer; stepping asks for nothing that is paid.
 */

export interface FollowedHit {
  readonly href: string;
  readonly documentId: string;
  readonly sectionId: string;
}

export interface HitTrail {
  /** The search page with the answer. */
  readonly address: string;
  readonly query: string;
  /** In the order of the results. */
  readonly hits: readonly FollowedHit[];
  /** The hit that was opened last. */
  readonly at: number;
  /** True until the results have been returned to. */
  readonly isAway: boolean;
}

export interface HitStepsProps {
  readonly documentId: string;
  readonly sectionId: string;
  /** Scrolls to a section where its text is on this page; false where it is not. */
  readonly onGo: (sectionId: string) => boolean;
}

const key = "hiraku.hits";

export function keepTrail(trail: HitTrail): void {
  sessionStorage.setItem(key, JSON.stringify(trail));
}

export function findTrail(): HitTrail | undefined {
  try {
    return trailOf(JSON.parse(sessionStorage.getItem(key) ?? "null"));
  } catch {
    return undefined;
  }
}

export function hasHitIn(documentId: string): boolean {
  return sessionStorage.getItem(key)?.includes(JSON.stringify(documentId)) ?? false;
}

/** Entries of another version of the app are ignored. */
function trailOf(raw: unknown): HitTrail | undefined {
  if (!isRecord(raw) || !Array.isArray(raw["hits"])) return undefined;
  const { address, query, at, isAway } = raw;
  const hits = raw["hits"].flatMap((each: unknown): FollowedHit[] => {
    if (!isRecord(each)) return [];
    const { href, documentId, sectionId } = each;
    const isHit = isPath(href) && typeof documentId === "string" && typeof sectionId === "string";
    return isHit ? [{ href, documentId, sectionId }] : [];
  });
  if (!isPath(address) || typeof query !== "string" || typeof at !== "number") return undefined;
  return { address, query, hits, at, isAway: isAway === true };
}

function isPath(value: unknown): value is string {
  return typeof value === "string" && /^\/(?!\/)/.test(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The place of a section among the hits; of a document's other sections that of its last opened hit. */
export function placeAmong({ hits, at }: HitTrail, documentId: string, sectionId: string): number {
  const isHere = (hit: FollowedHit | undefined) => hit?.documentId === documentId && hit.sectionId === sectionId;
  if (isHere(hits[at])) return at;
  const here = hits.findIndex(isHere);
  if (here !== -1) return here;
  return hits[at]?.documentId === documentId ? at : -1;
}
