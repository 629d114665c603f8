import { ownerRoute } from "@/lib/auth/owner-route";
import { csvHead, csvLine } from "@/lib/purchases/library/ledger-csv";
import { ledgerFilter } from "@/lib/purchases/library/library-views";
import { purchases } from "@/lib/purchases/purchases";
import { ledgerRow } from "@/lib/purchases/library/purchase-views";

const linesMax = 200_000;

export const GET = ownerRoute(async ({ owner, request }) => {
  const filter = {
    ...ledgerFilter(owner.ownerId, new URL(request.url).searchParams),
    before: undefined,
    limit: linesMax,
  };
  const { rows } = await purchases();
  const lines = await rows.library.lines(filter);
  return new Response(csvHead + lines.map((line) => csvLine(ledgerRow(line))).join(""), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="hiraku-ledger.csv"',
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
