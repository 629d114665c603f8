import { Refusal } from "../../kit/archives/refusal.ts";
import { serveWork } from "../../kit/workers/serve-work.ts";
import type { FiguresWork } from "./reader.ts";
import { readFigures } from "./reading/read-figures.ts";
import { packFigures } from "./stored.ts";
import { writeWorkbook } from "./workbook.ts";

serveWork<FiguresWork>({
  async read(zip) {
    try {
      const figures = await readFigures(Buffer.from(zip));
      return { packed: packFigures(figures), factCount: figures.facts.length };
    } catch (error) {
      if (error instanceof Refusal) return { refused: error.reason };
      throw error;
    }
  },
  workbook: writeWorkbook,
});
