import type { Limits } from "../../lib/kit/retry/limits.ts";
import type { Problem } from "./problem.ts";

export type Result<T> = Success<T> | Failure;

export interface Success<T> {
  readonly ok: true;
  readonly value: T;
  /** Credits of this call; null where a service does not say. */
  readonly charged: number | null;
  /** The stored answer of an earlier call with the same intent. */
  readonly replayed: boolean;
  readonly intent: string | null;
  readonly limits: Limits;
  readonly requestId: string | null;
}

export interface Failure {
  readonly ok: false;
  readonly problem: Problem;
  /** 0 except where the call was or may have been charged; null where that is unknown. */
  readonly charged: number | null;
}

export interface DeliveredFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName: string | null;
}
