import { expect } from "vitest";
import { z } from "zod";
import { toWireRequest } from "../../lib/contract/client.ts";
import {
  commonProblems,
  type EndpointInput,
  type EndpointName,
  type EndpointResponse,
  endpointOf,
  hasValidator,
  isBinary,
  isPaid,
  transportProblems,
} from "../../lib/contract/endpoints.ts";
import { HTTPValidationError, isProblemCode, ProblemDetails, problemTable } from "../../lib/contract/problems.ts";
import type { Service } from "../app.ts";
import { publicUrl } from "./deps.ts";

/**
 * Calls the service without a socket and checks EVERY answer against the contract: its record, its headers, the form of
 * its problem and that the table lists it. A test then only checks what is specific to it.
 */
export interface CallOptions {
  readonly key?: string | null | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly address?: string | undefined;
  /** The key is a wrong one, so that answers have no limits. */
  readonly wrongKey?: boolean | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** Undefined for a file. */
  readonly json: unknown;
  /** The problem's code, where it is one. */
  readonly code: string | undefined;
  readonly charged: number;
}

export function createTestClient(service: Pick<Service, "fetch">, defaultKey: string) {
  async function send(
    name: EndpointName | undefined,
    method: string,
    target: string,
    body: string | undefined,
    options: CallOptions = {},
  ): Promise<Answer> {
    const headers = new Headers(options.headers);
    const key = options.key === undefined ? defaultKey : options.key;
    if (key !== null && !headers.has("authorization")) headers.set("Authorization", `Bearer ${key}`);
    if (options.idempotencyKey !== undefined) headers.set("Idempotency-Key", options.idempotencyKey);
    // Without it, Request would call a text body text/plain.
    if (body !== undefined && !headers.has("content-type")) headers.set("Content-Type", "application/json");
    const request = new Request(`http://service.test${target}`, { method, headers, body: body ?? null });
    const response = await service.fetch(request, { address: options.address ?? "192.0.2.1" });
    const answer = await read(response);
    check(name, answer, options.wrongKey === true);
    return answer;
  }

  return {
    /** A request as the contract's own client writes it. */
    call<N extends EndpointName>(name: N, input: EndpointInput<N>, options?: CallOptions): Promise<Answer> {
      const { method, target, body } = toWireRequest(name, input);
      return send(name, method, target, body, options);
    },
    /** A request written by hand, which no client would send. */
    raw(
      method: string,
      target: string,
      options: CallOptions & { readonly body?: string | undefined; readonly endpoint?: EndpointName } = {},
    ): Promise<Answer> {
      return send(options.endpoint, method, target, options.body, options);
    },
    /** The record of a 200. */
    async get<N extends EndpointName>(
      name: N,
      input: EndpointInput<N>,
      options?: CallOptions,
    ): Promise<EndpointResponse<N>> {
      const answer = await this.call(name, input, options);
      expect(answer.status, JSON.stringify(answer.json)).toBe(200);
      return answer.json as EndpointResponse<N>;
    },
  };
}

export type TestClient = ReturnType<typeof createTestClient>;

async function read(response: Response): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  const json: unknown = isJson && bytes.length > 0 ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
  const parsed = z.looseObject({ code: z.string() }).safeParse(json);
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    json,
    code: response.status >= 400 && parsed.success ? parsed.data.code : undefined,
    charged: Number(response.headers.get("x-credits-charged") ?? 0),
  };
}

function check(name: EndpointName | undefined, answer: Answer, wrongKey: boolean): void {
  const { headers, status } = answer;
  expect(headers.get("x-request-id")).toMatch(/\S/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  if (status === 422) checkValidation(answer);
  else if (status >= 400 && status !== 503) checkProblem(name, answer);
  else if (name !== undefined && status === 200) checkSuccess(name, answer);
  const admitted = status !== 401 && status !== 431 && !wrongKey;
  if (admitted && name !== undefined && endpointOf(name).auth === "key") checkLimits(answer);
  if (status >= 400) expect(headers.get("x-credits-charged")).toBeNull();
  if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
}

function checkSuccess(name: EndpointName, { headers, json, bytes }: Answer): void {
  const endpoint = endpointOf(name);
  if (isBinary(endpoint)) {
    expect(headers.get("content-length")).toBe(String(bytes.byteLength));
    if (name === "getPageImage") expect(headers.get("content-type")).toBe("image/jpeg");
  } else if (endpoint.response instanceof z.ZodType) {
    expect(headers.get("content-type")).toBe("application/json");
    // Must be equal, not only valid: an answer of our service must have no fields beyond the contract.
    expect(endpoint.response.parse(json)).toEqual(json);
  }
  if (endpoint.auth === "health") return;
  if (isPaid(endpoint)) {
    const charged = headers.get("x-credits-charged") ?? "";
    const [requestId, chargedId] = [headers.get("x-request-id"), headers.get("x-charged-request-id")];
    if (headers.has("idempotency-replayed")) {
      expect(charged).toBe("0");
      expect([null, requestId]).not.toContain(chargedId);
    } else {
      expect(pricesOf(endpoint.cost)).toContain(Number(charged));
      expect(chargedId).toBe(requestId);
    }
    expect(headers.get("accept-ranges")).toBe("none");
  } else {
    if (hasValidator(endpoint)) expect(headers.get("etag")).toMatch(/^W\/"[\w-]+"$/);
    else expect([headers.get("etag"), headers.get("cache-control")]).toEqual([null, "no-store"]);
    expect(headers.has("x-credits-charged")).toBe(false);
  }
}

function pricesOf(cost: ReturnType<typeof endpointOf>["cost"]): readonly number[] {
  return cost.kind === "free" ? [0] : cost.kind === "fixed" ? [cost.credits] : cost.credits;
}

function checkValidation({ headers, json }: Answer): void {
  expect(headers.get("content-type")).toBe("application/json");
  const { detail } = HTTPValidationError.strict().parse(json);
  expect(detail.length).toBeGreaterThan(0);
  for (const failure of detail) expect(["query", "path", "body"]).toContain(failure.loc[0]);
}

function checkProblem(name: EndpointName | undefined, { headers, status, json }: Answer): void {
  expect(headers.get("content-type")).toBe("application/problem+json");
  const problem = ProblemDetails.parse(json);
  if (!isProblemCode(problem.code)) throw new Error(`${problem.code} is not in the table of problems`);
  expect(problem).toMatchObject({
    type: `${publicUrl}/errors/${problem.code.replaceAll("_", "-")}`,
    status,
    title: problemTable[problem.code].title,
    instance: headers.get("x-request-id"),
  });
  expect(status).toBe(problemTable[problem.code].status);
  expect(problem.detail).toMatch(/\S/);
  if (name === undefined) return;
  const allowed: readonly string[] = [
    ...endpointOf(name).problems,
    ...commonProblems,
    ...transportProblems,
    "method_not_allowed",
  ];
  expect(allowed, `${name} answered ${problem.code}, which its row does not list`).toContain(problem.code);
}

function checkLimits({ headers }: Answer): void {
  const integer = /^\d+$/;
  for (const each of ["limit", "remaining", "reset"]) expect(headers.get(`x-ratelimit-${each}`)).toMatch(integer);
  expect(headers.get("x-idempotency-retention")).toBe("2592000");
  for (const kind of ["catalog", "compute"]) {
    const limit = headers.get(`x-quota-${kind}-limit`);
    const remaining = headers.get(`x-quota-${kind}-remaining`);
    expect(remaining === null).toBe(limit === null);
    if (limit !== null) expect(Number(remaining)).toBeLessThanOrEqual(Number(limit));
  }
}
