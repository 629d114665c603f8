/**
 * The ways to see a whole document, and the one to take: what is owned, then the text, the page images, the
 * original file, whichever costs least. A way is left out where another costs no more and gives no less.
 */
export interface RoutePrice {
  readonly min: number;
  readonly max: number;
}

export type RouteKind = "content" | "pages" | "original";

export interface RouteFacts {
  /** Price of the text that is not owned yet; null where the service can't deliver it. */
  readonly content: RoutePrice | null;
  readonly pages: {
    readonly count: number | null;
    readonly listed: number;
    readonly owned: number;
    readonly creditsEach: number;
  };
  readonly originals: readonly { readonly originalId: string; readonly owned: boolean; readonly credits: number }[];
}

export interface ReadingRoute {
  readonly kind: RouteKind;
  readonly price: RoutePrice;
  /** Everything of the document, not only the pages that are listed. */
  readonly complete: boolean;
  readonly originalId: string | null;
}

const free: RoutePrice = { min: 0, max: 0 };
/** Among equals: the text can be searched and cited, a file holds everything, images are looked at. */
const preference: readonly RouteKind[] = ["content", "original", "pages"];

export function readingRoutes(facts: RouteFacts): ReadingRoute[] {
  const all = everyRoute(facts);
  return all.filter((route) => !all.some((other) => other !== route && dominates(other, route))).sort(byCost);
}

/** Undefined where nothing of the document can be had. */
export function cheapestRoute(facts: RouteFacts): ReadingRoute | undefined {
  const routes = readingRoutes(facts);
  return routes.find((route) => route.complete) ?? routes[0];
}

export function everyRoute(facts: RouteFacts): ReadingRoute[] {
  const routes: ReadingRoute[] = [];
  if (facts.content !== null) routes.push({ kind: "content", price: facts.content, complete: true, originalId: null });
  const { count, listed, owned, creditsEach } = facts.pages;
  if (listed > 0) {
    const cost = Math.max(0, listed - owned) * creditsEach;
    routes.push({ kind: "pages", price: { min: cost, max: cost }, complete: listed === count, originalId: null });
  }
  for (const each of facts.originals) {
    const price = each.owned ? free : { min: each.credits, max: each.credits };
    routes.push({ kind: "original", price, complete: true, originalId: each.originalId });
  }
  return routes;
}

/** Never dearer, never less complete, and better in one of the two, or the preferred of two equals. */
export function dominates(a: ReadingRoute, b: ReadingRoute): boolean {
  if (a.price.max > b.price.max || a.price.min > b.price.min || (b.complete && !a.complete)) return false;
  const better = a.price.max < b.price.max || a.price.min < b.price.min || (a.complete && !b.complete);
  return better || rank(a) < rank(b);
}

function byCost(a: ReadingRoute, b: ReadingRoute): number {
  return a.price.max - b.price.max || a.price.min - b.price.min || rank(a) - rank(b);
}

function rank(route: ReadingRoute): number {
  return preference.indexOf(route.kind);
}
