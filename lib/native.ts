import path from "node:path";
import { pathToFileURL } from "node:url";

/** Loads a file of the repository as Node does, past the bundler. The only dynamic import of its kind. */
export function native<T>(file: string): Promise<T> {
  // The bundler would list the whole repository as what each page may read.
  const whole = path.join(/* turbopackIgnore: true */ process.cwd(), file);
  return import(/* turbopackIgnore: true */ /* @vite-ignore */ pathToFileURL(whole).href);
}
