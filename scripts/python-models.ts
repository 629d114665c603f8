/** Writes the models and calls of packages/python from openapi.json. A test compares: `node scripts/python-models.ts`. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { type EndpointName, endpointNames, endpointOf, isBinary } from "../lib/contract/endpoints.ts";
import { problemTable } from "../lib/contract/problems.ts";
import { mainLists } from "../lib/contract/resources.ts";

const root = path.resolve(import.meta.dirname, "..");
export const pythonModelsFile = path.join(root, "packages/python/hiraku_client/models.py");

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}
interface Operation {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
  readonly "x-credits": number | readonly { readonly credits: number }[];
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const refName = (ref: string) => ref.split("/").at(-1) ?? "";
const python = (value: unknown): string =>
  value === undefined || value === null
    ? "None"
    : value === true
      ? "True"
      : value === false
        ? "False"
        : JSON.stringify(value);

/** A service of a later version may answer with more words than these: enumerations bind requests alone. */
function typeOf(schema: Schema, isRequest: boolean): string {
  if (schema.$ref !== undefined) return refName(schema.$ref);
  const kinds =
    schema.anyOf ?? (Array.isArray(schema.type) ? schema.type.map((type: string) => ({ ...schema, type })) : [schema]);
  if (kinds.length > 1) {
    const [other = schema] = kinds.filter((each) => each.type !== "null");
    return `${typeOf({ ...other }, isRequest)} | None`;
  }
  const [only = schema] = kinds;
  if (isRequest && only.enum !== undefined) return `Literal[${only.enum.map((each) => python(each)).join(", ")}]`;
  if (only.type === "array")
    return `${isRequest ? "Sequence" : "list"}[${typeOf(only.items ?? { type: "integer" }, isRequest)}]`;
  return { string: "str", integer: "int", number: "float", boolean: "bool" }[String(only.type)] ?? "Any";
}

function record(name: string, { properties = {}, required = [] }: Schema): string {
  const lines = Object.entries(properties).map(([key, schema]) => {
    const type = typeOf(schema, false);
    const isOptional = !required.includes(key) && !type.startsWith("list[") && !type.endsWith("| None");
    return `    ${key}: ${type}${isOptional ? " | None" : ""}`;
  });
  return `@dataclass(frozen=True)\nclass ${name}:\n${lines.join("\n")}\n`;
}

interface Row {
  readonly name: EndpointName;
  readonly operation: Operation;
  readonly response: string;
  readonly credits: readonly number[];
  /** Required ones first. */
  readonly params: readonly {
    readonly name: string;
    readonly schema: Schema;
    readonly required: boolean;
    readonly at: "path" | "query" | "body";
  }[];
}

function rowOf(api: OpenApi, name: EndpointName): Row {
  const { method, path: address } = endpointOf(name);
  const operation = api.paths[address]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`openapi.json has no ${name}`);
  const given = (operation.parameters ?? []).flatMap((each) =>
    each.name === undefined || each.schema === undefined || (each.in !== "path" && each.in !== "query")
      ? []
      : [{ name: each.name, schema: each.schema, required: each.required === true, at: each.in as "path" | "query" }],
  );
  const body = operation.requestBody?.content["application/json"]?.schema;
  const inBody = Object.entries(body?.properties ?? {}).map(([key, schema]) => {
    return { name: key, schema, required: body?.required?.includes(key) === true, at: "body" as const };
  });
  const params = [...given, ...inBody].sort((a, b) => Number(b.required) - Number(a.required));
  const ref = operation.responses["200"]?.content["application/json"]?.schema.$ref;
  const credits = operation["x-credits"];
  return {
    ...{ name, operation, params },
    response: ref === undefined ? "DeliveredFile" : refName(ref),
    credits: typeof credits === "number" ? [credits] : credits.map((each) => each.credits),
  };
}

function tableRow({ name, params, response, credits }: Row): string {
  const endpoint = endpointOf(name);
  const schema = endpoint.response;
  const shape = isBinary(endpoint) || !(schema instanceof z.ZodObject) ? {} : schema.shape;
  const main = Object.entries(shape).find(([, field]) => mainLists.has(field as z.ZodType))?.[0];
  const defaults = (at: string) =>
    `{${params
      .filter((each) => each.at === at)
      .map((each) => `${python(each.name)}: ${python(each.schema.default)}`)
      .join(", ")}}`;
  const inPath = params.filter((each) => each.at === "path").map((each) => `${python(each.name)},`);
  const body = endpoint.body === undefined ? "None" : defaults("body");
  const fields = [
    ...[python(endpoint.method), python(endpoint.path), `(${inPath.join(" ")})`, defaults("query"), body],
    ...[`Price(${Math.min(...credits)}, ${Math.max(...credits)})`, response, python(main)],
  ];
  return `    ${python(snake(name))}: Endpoint(${fields.join(", ")}),`;
}

function method(row: Row, isAsync: boolean, isPages: boolean): string {
  const isPaid = row.credits.some((each) => each > 0);
  const asked = row.params.filter((each) => !isPages || each.name !== "cursor");
  const declared = asked.map(({ name, schema, required }) => {
    const type = typeOf(schema, true);
    return required ? `${name}: ${type}` : `${name}: ${type.replace(/ \| None$/, "")} | None = None`;
  });
  const paid = isPaid ? ["max_credits: int", "intent: str | None = None"] : [];
  const signature = ["self", ...(declared.length + paid.length > 0 ? ["*"] : []), ...declared, ...paid].join(", ");
  const values = `{${asked.map(({ name }) => `${python(name)}: ${name}`).join(", ")}}`;
  const money = isPaid ? ", max_credits, intent" : "";
  const answer = `Answer[${row.response}]`;
  const name = snake(row.name);
  const call = `self.${isPages ? "_pages" : "_call"}(${python(name)}, ${values}${money})`;
  const returned = isPages ? `${isAsync ? "Async" : ""}Iterator[${answer}]` : answer;
  const define = isAsync && !isPages ? "async def" : "def";
  const title = isPages ? `${row.operation.summary}: page by page.` : `${row.operation.summary}.`;
  return `    ${define} ${name}${isPages ? "_pages" : ""}(${signature}) -> ${returned}:
        """${title}"""
        return ${isAsync && !isPages ? "await " : ""}${call}
`;
}

export function pythonModels(): string {
  const api = JSON.parse(readFileSync(path.join(root, "openapi.json"), "utf8")) as OpenApi;
  const rows = endpointNames.map((name) => rowOf(api, name));
  const records = Object.entries(api.components.schemas).filter(
    ([name]) => name !== "ProblemDetails" && name !== "HTTPValidationError",
  );
  const isList = ({ response }: Row) => api.components.schemas[response]?.properties?.["next_cursor"] !== undefined;
  const calls = (isAsync: boolean) =>
    rows
      .flatMap((row) => [method(row, isAsync, false), ...(isList(row) ? [method(row, isAsync, true)] : [])])
      .join("\n");
  const money = "max_credits: int | None = None, intent: str | None = None";
  return `# Written by scripts/python-models.ts from openapi.json.
"""The records of the interface, its endpoints and its problems."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ._answer import Answer, DeliveredFile, Endpoint, Price

${records.map(([name, schema]) => `\n${record(name, schema)}`).join("\n")}

PROBLEM_CODES = frozenset(
    [
${Object.keys(problemTable)
  .map((code) => `        ${python(code)},`)
  .join("\n")}
    ]
)

ENDPOINTS = {
${rows.map(tableRow).join("\n")}
}


class Calls:
    def _call(self, name: str, values: dict[str, Any], ${money}) -> Answer[Any]:
        raise NotImplementedError

    def _pages(self, name: str, values: dict[str, Any], ${money}) -> Iterator[Answer[Any]]:
        raise NotImplementedError

${calls(false)}

class AsyncCalls:
    async def _call(self, name: str, values: dict[str, Any], ${money}) -> Answer[Any]:
        raise NotImplementedError

    def _pages(self, name: str, values: dict[str, Any], ${money}) -> AsyncIterator[Answer[Any]]:
        raise NotImplementedError

${calls(true)}`;
}

if (import.meta.main) writeFileSync(pythonModelsFile, pythonModels());
