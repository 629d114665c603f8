import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { companyOf } from "./company.ts";
import { readSampleData } from "./data.ts";
import { write } from "./documents.ts";
import { packZip } from "./package/pack.ts";
import { drawPdf } from "./paper/draw.ts";
import { allKinds, allLengths } from "./plan.ts";

/** A recipe is stored as JSON and parsed like any other outside data. */
const Recipe = z.object({
  seed: z.int(),
  issuer: z.int().min(0),
  kind: z.enum(allKinds),
  year: z.int(),
  quarter: z.int().min(0).max(4),
  variant: z.int().min(0),
  day: z.iso.date(),
  atMs: z.int(),
  amendment: z.boolean(),
  // Recipes were first stored without it, by a market that was all short.
  lengths: z.enum(allLengths).default("short"),
});
const Task = z.object({ what: z.enum(["pdf", "zip"]), recipe: Recipe, documentId: z.string() });

const { what, recipe, documentId } = Task.parse(workerData);
const written = write(companyOf(readSampleData(), recipe.seed, recipe.issuer), recipe);
const bytes =
  what === "pdf"
    ? await drawPdf(written.pages, {
        title: written.title,
        author: written.company.issuer.name,
        createdAtMs: recipe.atMs,
      })
    : await packZip(documentId, written, recipe);
parentPort?.postMessage(bytes);
