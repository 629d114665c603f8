import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { endpointNames, endpointOf, isBinary, isPaid } from "./endpoints.ts";
import { openApiDocument } from "./openapi.ts";
import { requestExamples, responseExamples } from "./openapi-examples.ts";
import { parseRequest } from "./parse-request.ts";
import { problemTable } from "./problems.ts";

const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({})),
  responses: z.record(z.string(), z.looseObject({ content: z.record(z.string(), z.looseObject({})).optional() })),
});
const paths = z.record(z.string(), z.record(z.string(), Operation)).parse(openApiDocument()["paths"]);

test("the committed openapi.json is what the contract prints", () => {
  const committed: unknown = JSON.parse(readFileSync("openapi.json", "utf8"));
  expect(committed, "run 'npm run -s openapi'").toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

test("a maintained linter finds no error in it", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(openApiDocument()), config });
  const told = problems.filter((each) => each.severity === "error");
  expect(told.map((each) => `${each.ruleId}: ${each.message} ${each.location[0]?.pointer}`)).toEqual([]);
});

test.each(endpointNames)("%s has an operation with every problem the table lists", (name) => {
  const endpoint = endpointOf(name);
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  expect(operation?.operationId).toBe(name);
  for (const code of endpoint.problems) {
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
