import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** One of the web app's addresses, with the names of what stands in it as its folder has them. */
export interface WebRoute {
  readonly method: string;
  readonly path: string;
}

const app = path.resolve(import.meta.dirname, "../../app");
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The addresses as Next reads them from the folders: whatever is added there is in this list. */
export function webRoutes(): WebRoute[] {
  return readdirSync(app, { recursive: true, encoding: "utf8" }).flatMap((file) => {
    const name = path.basename(file);
    if (name === "page.tsx") return [{ method: "GET", path: addressOf(file) }];
    if (name !== "route.ts") return [];
    const source = readFileSync(path.join(app, file), "utf8");
    return methods.filter((method) => isExported(method, source)).map((method) => ({ method, path: addressOf(file) }));
  });
}

function isExported(method: string, source: string): boolean {
  return new RegExp(`export (?:const|(?:async )?function) ${method}\\b|export \\{[^}]*\\b${method}\\b`).test(source);
}

/** Folders in round brackets are none of the address. */
function addressOf(file: string): string {
  const parts = path.dirname(file).split(path.sep);
  return `/${parts.filter((part) => part !== "." && !part.startsWith("(")).join("/")}`;
}
