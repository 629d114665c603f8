import type { ListToolsResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Tool } from "../../../spending/programs/tool.ts";
import { find } from "./tools/find.ts";
import { ledger } from "./tools/ledger.ts";
import { outline } from "./tools/outline.ts";
import { owned } from "./tools/owned.ts";
import { pageImage } from "./tools/page-image.ts";
import { confirm, plan } from "./tools/plan.ts";
import { read } from "./tools/read.ts";
import { search } from "./tools/search.ts";
import { task } from "./tools/task.ts";

/** The tools of programs themselves; other features bring theirs by their manifests. */
export const ownTools: readonly Tool[] = [find, outline, owned, read, search, pageImage, plan, confirm, task, ledger];

const JsonObject = z.record(z.string(), z.json());

/** As they are listed to a program. */
export function toolList(tools: readonly Tool[]): ListToolsResult["tools"] {
  return tools.map((each) => ({
    name: each.name,
    title: each.title,
    description: each.description,
    inputSchema: inputSchemaOf(each),
    annotations: {
      title: each.title,
      readOnlyHint: each.readOnly,
      destructiveHint: false,
      idempotentHint: each.name !== "task",
      openWorldHint: false,
    },
    _meta: { "hiraku/credits": each.cost },
  }));
}

/** The arguments as they are sent, with defaults left out. */
function inputSchemaOf({ input }: Tool) {
  const { $schema: _, ...schema } = JsonObject.parse(
    JSON.parse(JSON.stringify(z.toJSONSchema(input, { io: "input" }))),
  );
  const properties = JsonObject.parse(schema["properties"] ?? {});
  const required = z.array(z.string()).parse(schema["required"] ?? []);
  return { ...schema, properties, required, type: "object" as const };
}
