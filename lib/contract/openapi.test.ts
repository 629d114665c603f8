import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  commonProblems,
  type EndpointName,
  endpointNames,
  endpointOf,
  isBinary,
  isPaid,
  transportProblems,
} from "./endpoints.ts";
import { openApiDocument } from "./openapi.ts";
import { requestExamples, responseExamples } from "./openapi-examples.ts";
import { parseRequest } from "./parse-request.ts";
import { problemTable } from "./problems.ts";
import { ContentTier } from "./resources.ts";
import { normaliseSecurityCode } from "./security-code.ts";
import { originalMediaTypes } from "./vocabulary.ts";

const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({ name: z.string().optional(), schema: z.looseObject({}).optional() })),
  "x-credits": z.union([z.int(), z.array(ContentTier)]),
  responses: z.record(z.string(), z.looseObject({ content: z.record(z.string(), z.looseObject({})).optional() })),
});
const Paths = z.record(z.string(), z.record(z.string(), Operation));
const paths = Paths.parse(openApiDocument()["paths"]);
const operationOf = (name: EndpointName, of = paths) =>
  of[endpointOf(name).path]?.[endpointOf(name).method.toLowerCase()];

test("the committed openapi.json is what the contract generates", () => {
  const committed: unknown = JSON.parse(readFileSync("openapi.json", "utf8"));
  expect(committed, "run: npm run hiraku -- openapi --out openapi.json").toEqual(
    JSON.parse(JSON.stringify(openApiDocument())),
  );
});

test("a maintained linter finds no error in it", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(openApiDocument()), config });
  const told = problems.filter((each) => each.severity === "error");
  expect(told.map((each) => `${each.ruleId}: ${each.message} ${each.location[0]?.pointer}`)).toEqual([]);
});

test("every schema in it is an object, which every generator of clients reads", () => {
  const isSchema = new Set(["schema", "items", "not", "contains", "propertyNames", "if", "then", "else"]);
  const bare: string[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      if (isSchema.has(key) && typeof each === "boolean") bare.push(`${at}/${key}`);
      look(each, `${at}/${key}`);
    }
  };
  look(openApiDocument(), "");
  expect(bare).toEqual([]);
});

test.each(endpointNames)("%s has an operation with every problem the table lists", (name) => {
  const endpoint = endpointOf(name);
  const operation = operationOf(name);
  expect(operation?.operationId).toBe(name);
  const shared = endpoint.auth === "key" ? commonProblems : [];
  for (const code of [...endpoint.problems, ...shared, ...transportProblems]) {
    const response = operation?.responses[String(problemTable[code].status)];
    expect(JSON.stringify(response)).toContain(`"code":"${code}"`);
  }
  const key = '{"$ref":"#/components/parameters/IdempotencyKey"}';
  expect(operation?.parameters.some((each) => JSON.stringify(each) === key)).toBe(isPaid(endpoint));
});

test.each(endpointNames.filter((name) => !isBinary(endpointOf(name))))("the example answer of %s is one", (name) => {
  const { response } = endpointOf(name);
  if (!(response instanceof z.ZodType)) throw new Error("no record");
  expect(response.parse(responseExamples[name])).toEqual(responseExamples[name]);
});

test.each(endpointNames.filter((name) => endpointOf(name).body !== undefined))(
  "the example request of %s is valid",
  (name) => {
    const parsed = parseRequest(name, {
      path: {},
      query: new URLSearchParams(),
      body: { json: requestExamples[name] },
    });
    expect(parsed).toHaveProperty("input");
  },
);

test("every operation states its price, and content the tiers that the service was set up with", () => {
  const contentTiers = [
    { max_characters: 500, credits: 3 },
    { max_characters: null, credits: 5 },
  ];
  const dear = Paths.parse(openApiDocument({ contentTiers })["paths"]);
  for (const name of endpointNames) {
    const { cost } = endpointOf(name);
    const told = operationOf(name, dear)?.["x-credits"];
    expect(told, name).toEqual(cost.kind === "free" ? 0 : cost.kind === "fixed" ? cost.credits : contentTiers);
  }
  expect(JSON.stringify(operationOf("getContent", dear))).toContain("3 credits for up to 500 characters");
});

test("originals are documented with the types that they are sent with", () => {
  const types = Object.keys(operationOf("getOriginal")?.responses["200"]?.content ?? {});
  expect(types).toEqual([...originalMediaTypes]);
  expect(Object.keys(operationOf("getPageImage")?.responses["200"]?.content ?? {})).toEqual(["image/jpeg"]);
});

test("the pattern of a security code matches what the service accepts", () => {
  const parameter = operationOf("listDocuments")?.parameters.find(({ name }) => name === "security_codes");
  const { items } = z
    .looseObject({ items: z.object({ pattern: z.string(), type: z.literal("string") }) })
    .parse(parameter?.schema);
  fc.assert(
    fc.property(fc.stringMatching(new RegExp(items.pattern)), (code) => {
      expect(normaliseSecurityCode(code)).toMatch(new RegExp(items.pattern));
    }),
  );
  for (const code of ["A123", "123", "7203 ", "72030X"]) expect(code).not.toMatch(new RegExp(items.pattern));
});
