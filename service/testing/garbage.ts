import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Anything that a file or a connection was left to is gone afterwards; Node ends a process for a file left so. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new Error("The garbage collector can't be asked.");
  collect();
}
