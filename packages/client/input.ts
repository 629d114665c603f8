import type { z } from "zod";
import type { EndpointInput, EndpointName } from "../../lib/contract/endpoints.ts";

/** Ids and codes are plain strings in calls, and types of their own in answers. */
export type CallInput<N extends EndpointName> = { [K in keyof EndpointInput<N>]: Plain<EndpointInput<N>[K]> };

type Plain<T> = T extends z.core.$brand ? string : T extends readonly (infer Item)[] ? readonly Plain<Item>[] : T;
