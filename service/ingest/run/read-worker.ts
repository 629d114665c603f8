import { readFile } from "node:fs/promises";
import { countFigures } from "../../../lib/evidence/figures/count.ts";
import { Refusal as ArchiveRefusal } from "../../../lib/kit/archives/refusal.ts";
import { serveWork } from "../../../lib/kit/workers/serve-work.ts";
import { readPackage, readPages } from "../package/read-package.ts";
import { Refusal } from "../refusal.ts";
import type { ReadWork } from "./read-pool.ts";

// Reads a package in a thread that can be stopped, with its own heap and no access to the store.
serveWork<ReadWork>({
  async read(task) {
    try {
      return { drafts: typeof task === "string" ? await readPackage(task) : await readPages(task.root, task.files) };
    } catch (error) {
      if (error instanceof Refusal) return { refusal: { reason: error.reason, message: error.message } };
      throw error;
    }
  },
  async count(file) {
    try {
      return await countFigures(await readFile(file));
    } catch (error) {
      if (error instanceof ArchiveRefusal) return undefined;
      throw error;
    }
  },
});
