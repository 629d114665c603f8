/** bench: the service on PostgreSQL: a charge beside the bare transaction, a free call beside SQLite, two processes beside one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPostgres } from "../scripts/postgres-server.ts";
import { measureCalls } from "./database/calls.ts";
import { measureCharges } from "./database/charges.ts";
import { ratioAtMost } from "./web/figures.ts";

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-bench-"));
const postgres = await startPostgres({ durable: true });
try {
  for (const keys of [1, 200]) {
    const { ours, oneStatement, fiveStatements } = await measureCharges(postgres.url, folder, keys);
    console.log(
      `charges a second on ${keys} keys, 16 at once, answers of 3 kB: ${ours.toFixed(0)}; ` +
        `bare transaction in one statement ${oneStatement.toFixed(0)} (${(ours / oneStatement).toFixed(2)}x), ` +
        `in five ${fiveStatements.toFixed(0)} (${(ours / fiveStatements).toFixed(2)}x)`,
    );
  }
  const calls = await measureCalls(postgres.url, folder);
  console.log(
    `free call by id, one after the other, p50: PostgreSQL ${calls.postgresMs.toFixed(2)} ms, SQLite ${calls.sqliteMs.toFixed(2)} ms ` +
      `(${(calls.postgresMs / calls.sqliteMs).toFixed(2)}x; goal at most 2.5x)`,
  );
  const { one, two, beside } = calls.cpuMs;
  console.log("\nprocessor time of a free call, ms, 8 at once for each process; both processes have answered as many");
  ratioAtMost("two processes / one", two, one, 1.15);
  ratioAtMost("one beside a busy one on SQLite / one", beside, one, 1.15);
} finally {
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
