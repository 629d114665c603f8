import type { Spender } from "../../../spending/ports.ts";
import type { SimApp } from "../../../spending/simulation/app.ts";
import { sampleIssuer } from "../../../spending/simulation/sample-document.ts";
import type { CheckDeps, CheckFinds } from "../check-draft.ts";
import { checkTask } from "../check-work.ts";

/** Checks in a simulated app, without a thread and without packages. */
export function simulatedChecks({ rows, deps }: SimApp): CheckDeps {
  return { rows, deps, reader: { check: async (task) => checkTask(task) }, figures: async () => [] };
}

/** The simulated service sells one report of an issuer; here its year ends in March. */
export function simulatedFinds({ deps: { reads } }: SimApp, spender: Spender): CheckFinds {
  return {
    async issuers(words) {
      await reads.probe(spender);
      return sampleIssuer.name.startsWith(words) ? [sampleIssuer] : [];
    },
    documents: async () => [{ ...(await reads.summary(spender, "D1")).value, period_end: "2026-03-31" }],
    async toc(id) {
      const { toc, ...rest } = (await reads.toc(spender, id)).value;
      const named = toc.map((each) =>
        each.title === "1 主要な経営指標" ? { ...each, title: "1 主要な経営指標等の推移" } : each,
      );
      return { ...rest, toc: named };
    },
    quote: async () => ({ kind: "not_offered" }),
    originals: async (id) => (await reads.originals(spender, id)).value.originals,
  };
}
