/** bench: a charge of the ledger beside a bare transaction that does the same, and the memory of the service. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { measureLedger } from "./service/ledger.ts";
import { measureMemory } from "./service/memory.ts";
import { quick, ratioAtLeast, root } from "./web/figures.ts";

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-bench-"));
try {
  const ledger = await measureLedger(path.join(folder, "ledger"), quick ? 3 : 7);
  ratioAtLeast("reserve and charge, a second", ledger.ours, ledger.bare, 0.7);
  ratioAtLeast("the same with an idempotent answer of 12 kB", ledger.idempotent, ledger.bareIdempotent, 0.7);
  await measureMemory(path.join(folder, "memory"), root);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
