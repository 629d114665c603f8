import { renameSync, rmSync, writeFileSync } from "node:fs";
import { openApiDocument } from "../lib/contract/openapi.ts";
import type { CliIo } from "./command.ts";
import { noMore, readOptions } from "./options.ts";

export const name = "openapi";
export const summary = "Print the OpenAPI document";
export const help = `
Usage: hiraku openapi [--out FILE]

Prints the OpenAPI 3.1 document of the service, the same that it serves at /openapi.json.

  --out FILE   write it there; a file that stood there stays whole until the new one is
`;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, { out: { type: "string" } });
  noMore(positionals, 0);
  const text = JSON.stringify(openApiDocument(), null, 2);
  if (values.out === undefined) io.print(text);
  else replaceFile(values.out, `${text}\n`);
  return 0;
}

function replaceFile(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
