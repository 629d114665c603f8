/** The messages between a pool and its threads. */

/** The input and result of each task of a worker, by name. Both are copied between threads. */
export type Work = Record<string, { readonly task: unknown; readonly answer: unknown }>;

export interface Request {
  readonly id: number;
  readonly name: string;
  readonly task: unknown;
}

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly stopped: true }
  | { readonly id: number; readonly fault: { readonly message: string; readonly stack: string | undefined } };

export interface ThreadData {
  /** One Int32: the number of the task that is to stop. */
  readonly stop: SharedArrayBuffer;
  readonly settings: unknown;
  /** How long it has had nothing to do before it gives memory back. */
  readonly quietMs: number | undefined;
}
