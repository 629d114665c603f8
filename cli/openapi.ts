import { openApiDocument } from "../lib/contract/openapi.ts";
import type { CliIo } from "./command.ts";
import { noMore, readOptions } from "./options.ts";

export const name = "openapi";
export const summary = "Print the OpenAPI document";
export const help = `
Usage: hiraku openapi

Prints the OpenAPI 3.1 document of the service, the same that it serves at /openapi.json.
`;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  noMore(readOptions(args, {}).positionals, 0);
  io.print(JSON.stringify(openApiDocument(), null, 2));
  return 0;
}
