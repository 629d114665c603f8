import { globSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(import.meta.dirname, "../features");

/** Loads a file of every feature that has it. Named by no import, so that a feature can be lifted out. */
export async function ofFeatures<T>(file: string): Promise<T[]> {
  const found = globSync(`*/${file}`, { cwd: folder }).toSorted();
  return Promise.all(found.map((each) => import(/* @vite-ignore */ pathToFileURL(path.join(folder, each)).href)));
}
