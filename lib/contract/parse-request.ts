import { type EndpointInput, type EndpointName, endpointOf } from "./endpoints.ts";
import type { Param } from "./params.ts";
import type { ProblemCode, ValidationFailure } from "./problems.ts";
import { isSearchable } from "./searchable.ts";

/** A request as received, split by the router. `body` is undefined where none was sent. */
export interface RawRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body?: { readonly json: unknown } | { readonly unreadable: Unreadable } | undefined;
}

/** Why a body can't be read as JSON, in the form of a 422. */
export type Unreadable = Pick<ValidationFailure, "msg" | "type">;

export type ParsedRequest<N extends EndpointName> =
  | { readonly input: EndpointInput<N> }
  /** 422: every failure of the request at once. */
  | { readonly failures: ValidationFailure[] }
  /** 400, or 404 for an id that could not be one. */
  | { readonly problem: { readonly code: ProblemCode; readonly detail: string } };

/**
 * Reads and validates a request by the endpoint table. Where a 422 and a 400 both apply, the 422 wins. Defaults are
 * filled in; a `null` or `[]` that means "absent" is left out.
 */
export function parseRequest<N extends EndpointName>(name: N, raw: RawRequest): ParsedRequest<N> {
  const endpoint = endpointOf(name);
  const failures: ValidationFailure[] = [];
  const problems: { code: ProblemCode; detail: string }[] = [];
  const input: Record<string, unknown> = {};

  const take = (
    where: "path" | "query" | "body",
    key: string,
    param: Param<unknown>,
    read: () => ReturnType<Param<unknown>["fromJson"]>,
  ) => {
    const parsed = read();
    if ("failure" in parsed) failures.push({ loc: [where, key], ...parsed.failure });
    else if ("problem" in parsed) problems.push({ code: parsed.problem.code, detail: parsed.problem.detail(key) });
    else if (parsed.value !== undefined) input[key] = parsed.value;
    else if (param.fallback !== undefined) input[key] = param.fallback;
  };
  const absent = (where: "query" | "body", key: string, param: Param<unknown>) => {
    if (param.required) failures.push({ loc: [where, key], msg: "Field required", type: "missing" });
    else if (param.fallback !== undefined) input[key] = param.fallback;
  };
  const unknown = (kind: string, key: string) =>
    problems.push({ code: "invalid_query_parameter", detail: `Unknown ${kind} '${key.slice(0, 64)}'.` });

  const { pathParams, query } = parametersOf(name);
  for (const [key, param] of pathParams) {
    take("path", key, param, () => param.fromText([raw.path[key] ?? ""]));
  }

  for (const key of new Set(raw.query.keys())) {
    if (!Object.hasOwn(endpoint.query, key)) unknown("query parameter", key);
  }
  for (const [key, param] of query) {
    const values = raw.query.getAll(key);
    if (values.length === 0) absent("query", key, param);
    else take("query", key, param, () => param.fromText(values));
  }

  if (endpoint.body !== undefined) {
    const fields = readBody(raw.body, failures);
    if (fields !== undefined) {
      for (const key of Object.keys(fields)) {
        if (!Object.hasOwn(endpoint.body, key)) unknown("field", key);
      }
      for (const [key, param] of Object.entries(endpoint.body)) {
        if (Object.hasOwn(fields, key)) take("body", key, param, () => param.fromJson(fields[key]));
        else absent("body", key, param);
      }
    }
  }

  if (failures.length > 0) return { failures };
  const problem = problems[0] ?? crossFieldProblem(name, input);
  if (problem !== undefined) return { problem };
  return { input: input as EndpointInput<N> };
}

interface ParameterLists {
  readonly pathParams: readonly (readonly [string, Param<unknown>])[];
  readonly query: readonly (readonly [string, Param<unknown>])[];
}

const listsByName = new Map<EndpointName, ParameterLists>();

/** The parameters of an endpoint as lists, made once because every request goes through them. */
function parametersOf(name: EndpointName): ParameterLists {
  let found = listsByName.get(name);
  if (found === undefined) {
    const { pathParams, query } = endpointOf(name);
    found = { pathParams: Object.entries(pathParams), query: Object.entries(query) };
    listsByName.set(name, found);
  }
  return found;
}

function readBody(
  body: RawRequest["body"],
  failures: ValidationFailure[],
): Readonly<Record<string, unknown>> | undefined {
  if (body === undefined) {
    failures.push({ loc: ["body"], msg: "Field required", type: "missing" });
  } else if ("unreadable" in body) {
    failures.push({ loc: ["body"], ...body.unreadable });
  } else if (typeof body.json !== "object" || body.json === null || Array.isArray(body.json)) {
    failures.push({ loc: ["body"], msg: "Input should be a valid object", type: "object_type" });
  } else {
    return body.json as Record<string, unknown>;
  }
  return undefined;
}

function crossFieldProblem(
  name: EndpointName,
  input: Readonly<Record<string, unknown>>,
): { code: ProblemCode; detail: string } | undefined {
  const since = input["timeline_since"];
  const until = input["timeline_until"];
  if (typeof since === "string" && typeof until === "string" && since > until) {
    return { code: "invalid_date_range", detail: `timeline_since ${since} is later than timeline_until ${until}.` };
  }
  const { oneFilterOf } = endpointOf(name);
  if (oneFilterOf?.filters.every((filter) => input[filter] === undefined)) {
    return { code: "missing_required_filter", detail: oneFilterOf.detail };
  }
  const { query, match_type } = input;
  const isSemantic = match_type === "semantic";
  if (typeof query === "string" && !isSearchable(query, isSemantic ? "semantic" : "lexical")) {
    const detail = `query has no word${isSemantic ? "" : " or sign"} to look for, so nothing was searched or charged.`;
    return { code: "invalid_query_parameter", detail };
  }
  return undefined;
}
