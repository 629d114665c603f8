import type { ListToolsResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Tool } from "./tool.ts";
import { ask } from "./tools/ask.ts";
import { find } from "./tools/find.ts";
import { ledger } from "./tools/ledger.ts";
import { outline } from "./tools/outline.ts";
import { owned } from "./tools/owned.ts";
import { pageImage } from "./tools/page-image.ts";
import { confirm, plan } from "./tools/plan.ts";
import { read } from "./tools/read.ts";
import { search } from "./tools/search.ts";
import { task } from "./tools/task.ts";
import { verifyQuote } from "./tools/verify-quote.ts";

export const tools: readonly Tool[] = [
  find,
  outline,
  owned,
  read,
  search,
  pageImage,
  verifyQuote,
  plan,
  confirm,
  ask,
  task,
  ledger,
];

const JsonObject = z.record(z.string(), z.json());

/** As they are listed to a program. It is made once: nothing in it depends on who asks. */
export const toolList: ListToolsResult["tools"] = tools.map((each) => ({
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

/** What the arguments look like as they are sent, with defaults left out. */
function inputSchemaOf({ input }: Tool) {
  const { $schema: _, ...schema } = JsonObject.parse(
    JSON.parse(JSON.stringify(z.toJSONSchema(input, { io: "input" }))),
  );
  const properties = JsonObject.parse(schema["properties"] ?? {});
  const required = z.array(z.string()).parse(schema["required"] ?? []);
  return { ...schema, properties, required, type: "object" as const };
}
