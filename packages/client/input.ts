import type { z } from "zod";
import { toWireRequest, type WireRequest } from "../../lib/contract/client.ts";
import type { EndpointInput, EndpointName } from "../../lib/contract/endpoints.ts";

/** What a call is given: ids and codes are plain strings here, and types of their own in answers. */
export type CallInput<N extends EndpointName> = { [K in keyof EndpointInput<N>]: Plain<EndpointInput<N>[K]> };

type Plain<T> = T extends z.core.$brand ? string : T extends readonly (infer Item)[] ? readonly Plain<Item>[] : T;

/** A brand is a type alone: what is sent is the text, which the service checks. */
export function plainRequest<N extends EndpointName>(name: N, input: CallInput<N>): WireRequest {
  return toWireRequest(name, input as unknown as EndpointInput<N>);
}
