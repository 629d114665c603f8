import { app } from "@/lib/app.server";

const linesMax = 200_000;

export const GET = app.ownerRoute(async ({ owner, request }) => {
  const filter = {
    ...app.ledgerFilter(owner.ownerId, new URL(request.url).searchParams),
    before: undefined,
    limit: linesMax,
  };
  const { rows } = app.running().purchases;
  const lines = await rows.library.lines(filter);
  return new Response(app.csvHead + lines.map((line) => app.csvLine(app.ledgerRow(line))).join(""), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="hiraku-ledger.csv"',
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
