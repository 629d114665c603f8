import { isPage } from "../../package/layout.ts";
import type { DocumentLine } from "./manifest.ts";

/**
 * The files that a line names, and the pages of HTML among them with the images beside them. A folder stands for
 * the pages in it, in the order of their names; several pages are read in the order of the line.
 */
export function filesOf(
  line: DocumentLine,
  present: readonly string[],
): { readonly files: readonly string[]; readonly web: readonly string[] } {
  const files: string[] = [];
  const pages: string[] = [];
  const images = new Set<string>();
  for (const name of [line.file, ...(line.also ?? [])]) {
    const below = `${name.replace(/\/$/, "")}/`;
    const inside = present.filter((file) => file.startsWith(below));
    if (inside.length > 0) {
      pages.push(...inside.filter(isPage));
      for (const file of inside) if (isBeside.test(file)) images.add(file);
    } else if (isPage(name)) {
      pages.push(name);
      const itsFolder = name.slice(0, name.lastIndexOf("/") + 1);
      for (const file of present) if (file.startsWith(itsFolder) && isImage.test(file)) images.add(file);
    } else files.push(name);
  }
  return { files, web: pages.length === 0 ? [] : [...pages, ...images] };
}

const isImage = /\.(?:png|jpe?g|gif)$/i;
/** With the manifest of a package that lies there unpacked. */
const isBeside = /\.(?:png|jpe?g|gif)$|(?:^|\/)manifest_PublicDoc\.xml$/i;
