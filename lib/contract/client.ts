import { type EndpointInput, type EndpointName, endpointOf } from "./endpoints.ts";

/** Independent of any transport; its idempotency key is derived from it. */
export interface WireRequest {
  readonly method: "GET" | "POST";
  /** Path and query, beginning with a slash. */
  readonly target: string;
  readonly body: string | undefined;
}

/** Equal inputs give equal bytes, by which a repeated request is recognised. */
export function toWireRequest<N extends EndpointName>(name: N, input: EndpointInput<N>): WireRequest {
  return wireRequest(name, input);
}

/** The same where the types of ids and codes are not known. */
export function wireRequest(name: EndpointName, input: object): WireRequest {
  const endpoint = endpointOf(name);
  const values = input as Readonly<Record<string, unknown>>;
  let path = endpoint.path;
  for (const key of Object.keys(endpoint.pathParams)) {
    path = path.replace(`{${key}}`, () => pathSegment(String(values[key])));
  }
  const search = new URLSearchParams();
  for (const [key, param] of Object.entries(endpoint.query)) {
    const value = values[key];
    if (value === undefined || value === param.fallback) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(key, String(item));
  }
  const query = search.size === 0 ? "" : `?${search}`;
  return { method: endpoint.method, target: path + query, body: bodyOf(endpoint.body, values) };
}

/** `.` and `..` are refused: dots can't be encoded, and these would be another address. */
function pathSegment(value: string): string {
  if (value === "" || value === "." || value === "..") throw new Error(`'${value}' can't be a part of an address.`);
  return encodeURIComponent(value);
}

function bodyOf(
  params: ReturnType<typeof endpointOf>["body"],
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  if (params === undefined) return undefined;
  const body: Record<string, unknown> = {};
  for (const [key, param] of Object.entries(params)) {
    const value = values[key];
    if (value === undefined || value === param.fallback) continue;
    body[key] = value;
  }
  return JSON.stringify(body);
}
