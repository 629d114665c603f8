import type { Archive } from "../../../kit/archives/archive.ts";
import { limits, tooMany } from "./limits.ts";

/** The files of a package that figures are read from. Audit reports have none and are left out. */
export interface PackageFiles {
  /** Pages of inline XBRL in reading order, each with the instance it belongs to. */
  readonly pages: readonly { readonly path: string; readonly instance: string }[];
  /** Plain instances: they hold everything that the pages do. */
  readonly instances: readonly string[];
  /** Lists of the pages that belong to the package. */
  readonly manifests: readonly string[];
  readonly labels: readonly string[];
  readonly presentations: readonly string[];
}

export function packageFiles(archive: Archive): PackageFiles {
  const paths = archive.entries.map(({ path }) => path).filter((path) => !/(?:^|\/)AuditDoc\//i.test(path));
  const named = (pattern: RegExp) => paths.filter((path) => pattern.test(path)).sort(byReadingOrder);
  const pages = named(/[_-]ixbrl\.x?html?$/i);
  if (pages.length > limits.pages) throw tooMany("pages", limits.pages);
  return {
    pages: pages.map((path) => ({ path, instance: instanceOf(path) })),
    instances: named(/\.xbrl$/i).slice(0, limits.pages),
    manifests: named(/(?:^|\/)manifest_PublicDoc\.xml$/),
    labels: named(/[_-]lab(?:[_-]en)?\.xml$/i),
    presentations: named(/[_-]pre\.xml$/i),
  };
}

/** A summary comes before its attachments; within a folder names begin with numbers in reading order. */
function byReadingOrder(a: string, b: string): number {
  const part = (path: string) => (/\/Summary\//i.test(path) ? 0 : 1);
  return part(a) - part(b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Pages of one instance share contexts, and differ by a number in their names. */
function instanceOf(path: string): string {
  return path
    .replace(/^.*\//, "")
    .replace(/^\d{7}_(?:header|honbun)_/, "")
    .replace(/^\d{7}-[a-z0-9]+-/, "")
    .replace(/[_-]ixbrl\.x?html?$/i, "");
}
