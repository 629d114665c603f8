import type { Spender, SpendingDeps } from "../../../spending/ports.ts";
import { sampleIssuer } from "../../../spending/simulation/sample-document.ts";
import type { FreeFinds } from "../ports.ts";

/** The free calls of the simulated service, which sells one report of each of two issuers and fails as its others do. */
export function sampleFinds({ reads }: Pick<SpendingDeps, "reads">, spender: Spender): FreeFinds {
  const summary = async (id: string) => (await reads.summary(spender, id)).value;
  return {
    async issuers(words) {
      await reads.probe(spender);
      return words === "7001" || "海鳴精機".startsWith(words) ? [sampleIssuer] : [];
    },
    async documents(codes) {
      const listed = [await summary("D1"), { ...(await summary("D2")), document_type: "earnings_summary" }];
      return listed.filter(({ security_code }) => codes.includes("7001") || codes.includes(security_code ?? ""));
    },
    document: summary,
    toc: async (id) => (await reads.toc(spender, id)).value,
  };
}
