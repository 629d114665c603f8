import { z } from "zod";

/** Reads the memory of a process that was started with `--inspect=0`. */
export interface ProcessMemory {
  /** Bytes in use after a full collection. */
  heapBytes(): Promise<number>;
  /** How many requests and answers of `node:http` are still alive. Asking collects first. */
  countAlive(): Promise<Alive>;
  close(): void;
}

export interface Alive {
  readonly IncomingMessage: number;
  readonly ServerResponse: number;
}

const Answer = z.object({ id: z.number(), result: z.unknown().optional(), error: z.unknown().optional() });
const Evaluated = z.object({ result: z.object({ objectId: z.string() }) });
const Queried = z.object({ objects: z.object({ objectId: z.string() }) });
const Counted = z.object({
  result: z.object({ value: z.object({ IncomingMessage: z.number(), ServerResponse: z.number() }) }),
});
const Usage = z.object({ usedSize: z.number() });

/** Run in the program that is looked at. */
const countOfEach = `function () {
  const { IncomingMessage, ServerResponse } = process.getBuiltinModule("http");
  const count = (kind) => this.filter((each) => each instanceof kind).length;
  return { IncomingMessage: count(IncomingMessage), ServerResponse: count(ServerResponse) };
}`;

export async function connectInspector(said: string): Promise<ProcessMemory> {
  const address = /ws:\/\/\S+/.exec(said)?.[0];
  if (address === undefined) throw new Error(`no inspector in: ${said}`);
  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  socket.addEventListener("message", ({ data }) => {
    const parsed = Answer.safeParse(JSON.parse(String(data)));
    if (!parsed.success) return;
    const { id, result, error } = parsed.data;
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(JSON.stringify(error)));
    waiting.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  let last = 0;
  const ask = <T>(schema: z.ZodType<T>, method: string, params: object = {}): Promise<T> => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) =>
      waiting.set(id, { resolve: (result) => resolve(schema.parse(result)), reject }),
    );
  };
  // Objects may be kept by finalisers of others until a second collection.
  const collect = async () => {
    for (let round = 0; round < 3; round++) await ask(z.unknown(), "HeapProfiler.collectGarbage");
  };
  const count = async (): Promise<Alive> => {
    await collect();
    // Both are streams: looking through the memory takes seconds, and is done once for both.
    const expression = `process.getBuiltinModule("stream").Stream.prototype`;
    const objectGroup = "count";
    const found = await ask(Evaluated, "Runtime.evaluate", { expression, objectGroup });
    const queried = await ask(Queried, "Runtime.queryObjects", {
      prototypeObjectId: found.result.objectId,
      objectGroup,
    });
    const counted = await ask(Counted, "Runtime.callFunctionOn", {
      objectId: queried.objects.objectId,
      functionDeclaration: countOfEach,
      returnByValue: true,
    });
    await ask(z.unknown(), "Runtime.releaseObjectGroup", { objectGroup });
    return counted.result.value;
  };
  return {
    async heapBytes() {
      await collect();
      return (await ask(Usage, "Runtime.getHeapUsage")).usedSize;
    },
    countAlive: count,
    close: () => socket.close(),
  };
}
