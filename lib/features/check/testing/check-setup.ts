import { SecurityCode } from "../../../contract/ids.ts";
import { ann, at } from "../../../spending/testing/purchase-setup.ts";
import type { CheckDeps, CheckFinds } from "../check-draft.ts";
import { checkTask } from "../check-work.ts";

/** Checks in the simulated app of the purchase tests, without a thread and without packages. */
export function sampleChecks(): CheckDeps {
  const { rows, deps } = at.app;
  return { rows, deps, reader: { check: async (task) => checkTask(task) }, figures: async () => [] };
}

/** The simulated service sells one report of an issuer; here its year ends in March. */
export function sampleFinds(): CheckFinds {
  const { reads } = at.app.deps;
  const none = {
    name_en: null,
    name_kana: null,
    market: null,
    sector: null,
    edinet_code: null,
    corporate_number: null,
  };
  return {
    issuers: async (words) =>
      "海鳴精機".startsWith(words) ? [{ ...none, security_code: SecurityCode.parse("7001"), name: "海鳴精機" }] : [],
    documents: async () => [{ ...(await reads.summary(ann, "D1")).value, period_end: "2026-03-31" }],
    async toc(id) {
      const { toc, ...rest } = (await reads.toc(ann, id)).value;
      const named = toc.map((each) =>
        each.title === "1 主要な経営指標" ? { ...each, title: "1 主要な経営指標等の推移" } : each,
      );
      return { ...rest, toc: named };
    },
  };
}
