import type { Writable } from "node:stream";

export interface Client {
  /** Fires where the client goes away before it has the answer. */
  readonly gone: AbortSignal;
}

/** The client closed its connection: nobody is answered, and what waits for it is given up. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
  constructor() {
    super("The client has gone.");
  }
}

/** Fires where a connection closes before the whole answer was handed to it. */
export function goneWith(connection: Pick<Writable, "destroyed" | "writableFinished" | "once">): AbortSignal {
  if (connection.destroyed) return AbortSignal.abort(new ClientGone());
  const controller = new AbortController();
  connection.once("close", () => {
    if (!connection.writableFinished) controller.abort(new ClientGone());
  });
  return controller.signal;
}
