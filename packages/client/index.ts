/** The doors of the package; everything else in it may change. */

export type { EndpointName } from "../../lib/contract/endpoints.ts";
export type { PriceRange, Tier } from "../../lib/contract/prices.ts";
export type { ProblemCode } from "../../lib/contract/problems.ts";
export type * from "../../lib/contract/resources.ts";
export type { Limit, Limits } from "../../lib/kit/retry/limits.ts";
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  newIntent,
  type PaidCallOptions,
  type ValueOf,
} from "./client.ts";
export type { CallInput } from "./input.ts";
export { type ListName, type PageOf } from "./pages.ts";
export type { ClientProblem, Problem, ServiceProblem } from "./problem.ts";
export type { Clock } from "./repeat.ts";
export type { DeliveredFile, Failure, Result, Success } from "./result.ts";
