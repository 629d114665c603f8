import { parentPort, workerData } from "node:worker_threads";
import { whenQuiet } from "../process/at-rest.ts";
import type { Reply, Request, ThreadData, Work } from "./protocol.ts";

/** Called between the steps of a long task: throws where its result is no longer needed. */
export type Step = () => void;

/** An answer whose memory goes to the caller without being copied. */
export class HandedOver<T> {
  readonly answer: T;
  readonly memory: readonly ArrayBuffer[];

  constructor(answer: T, memory: readonly ArrayBuffer[]) {
    this.answer = answer;
    this.memory = memory;
  }
}

type Answered<T> = T | HandedOver<T>;

type Handlers<W extends Work> = {
  [N in keyof W]: (task: W[N]["task"], step: Step) => Answered<W[N]["answer"]> | Promise<Answered<W[N]["answer"]>>;
};

class Stopped extends Error {}

/** Runs one task after the other. `giveBack` is called when there was none for a while. */
export function serveWork<W extends Work>(handlers: Handlers<W>, giveBack?: () => void): void {
  const { stop, quietMs } = threadData();
  const quiet = giveBack === undefined ? undefined : whenQuiet(giveBack, warn, quietMs);
  const asked = new Int32Array(stop);
  const run = async ({ id, name, task }: Request) => {
    let reply: Reply;
    let memory: readonly ArrayBuffer[] = [];
    const step: Step = () => {
      if (Atomics.load(asked, 0) === id) throw new Stopped();
    };
    try {
      const handle = handlers[name];
      if (handle === undefined) throw new Error(`This worker knows no task '${name}'.`);
      const answer: unknown = await handle(task, step);
      if (answer instanceof HandedOver) memory = answer.memory;
      reply = { id, answer: answer instanceof HandedOver ? answer.answer : answer };
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      reply = error instanceof Stopped ? { id, stopped: true } : { id, fault: { message, stack } };
    }
    parentPort?.postMessage(reply, memory);
    quiet?.worked();
  };
  parentPort?.on("message", (request: Request) => void run(request));
}

/** A thread has no log of its own: the program's standard error has it. */
function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

export function threadSettings(): unknown {
  return threadData().settings;
}

function threadData(): ThreadData {
  return workerData;
}
