import { Refusal } from "../../kit/archives/refusal.ts";
import { serveWork } from "../../kit/workers/serve-work.ts";
import type { FiguresWork, Refused } from "./reader.ts";
import { readFigures } from "./reading/read-figures.ts";
import { readScope, refillWorkbook } from "./refill/refill.ts";
import { packFigures } from "./stored.ts";
import { writeWorkbook } from "./workbook.ts";

serveWork<FiguresWork>({
  read: (zip) =>
    refusing(async () => {
      const figures = await readFigures(Buffer.from(zip));
      return { packed: packFigures(figures), factCount: figures.facts.length };
    }),
  workbook: writeWorkbook,
  scope: (bytes) => refusing(() => readScope(bytes)),
  refill: (task) => refusing(() => refillWorkbook(task)),
});

async function refusing<T>(work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.reason };
    throw error;
  }
}
