import type { SampleData } from "./data.ts";
import { type Series, seriesOf } from "./figures/series.ts";
import type { Industry } from "./industry.ts";
import { issuerOf, type SampleIssuer } from "./issuers.ts";

/** One invented company: who it is, what it does and how it did. */
export interface Company extends Series {
  readonly data: SampleData;
  readonly seed: number;
  readonly issuer: SampleIssuer;
  readonly industry: Industry;
}

export function companyOf(data: SampleData, seed: number, index: number): Company {
  const { issuer, industry } = issuerOf(data, seed, index);
  return { data, seed, issuer, industry, ...seriesOf(seed, index, industry, issuer.standard === "日本基準") };
}
