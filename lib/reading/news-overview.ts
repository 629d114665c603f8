import type { Owner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { type CoveredIssuer, type NewsCoverage, newsCoverage } from "../spending/library/news-coverage.ts";
import { listWatches } from "../store/watches.ts";

export interface NamedCoverage extends CoveredIssuer {
  readonly name: string | null;
  readonly name_en: string | null;
}

export interface NewsOverview extends NewsCoverage {
  readonly issuers: readonly NamedCoverage[];
}

/** Owned news of each issuer, and the watched issuers of which nothing is owned. Free. */
export async function newsOverview(owner: Owner): Promise<NewsOverview> {
  const { deps, rows } = app().purchases;
  const [coverage, watches, issuers] = await Promise.all([
    newsCoverage(deps, rows, owner.ownerId),
    listWatches(app().store, owner.ownerId),
    rows.library.ownedIssuers(owner.ownerId),
  ]);
  const names = new Map<string, { readonly name: string | null; readonly name_en: string | null }>();
  for (const { security_code, issuer_name, issuer_name_en } of issuers) {
    names.set(security_code, { name: issuer_name, name_en: issuer_name_en });
  }
  for (const { security_code, name, name_en } of watches) names.set(security_code, { name, name_en });
  const covered = new Set(coverage.issuers.map((each) => each.security_code));
  const unlisted = watches
    .filter((each) => !covered.has(each.security_code))
    .map(({ security_code }) => ({ security_code, days: [], statements: 0, newest: null }));
  const unnamed = { name: null, name_en: null };
  return {
    ...coverage,
    issuers: [...coverage.issuers, ...unlisted].map((each) => ({
      ...each,
      ...(names.get(each.security_code) ?? unnamed),
    })),
  };
}
