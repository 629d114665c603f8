import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { z } from "zod";

/**
 * A small reverse proxy. In turn: whoever refuses a connection is left alone for a moment and the next one is asked.
 * A request that was sent is never sent again, since it may have been paid for.
 */
export const Balanced = z.object({
  port: z.int(),
  targets: z.array(z.int()).readonly(),
  /**
   * GETs spend nothing here (the web app): they use kept connections, and are sent again where such a connection turns
   * out to have been closed meanwhile.
   */
  getsAreFree: z.boolean(),
  /** Asked of each target again and again: who starts or stops gets requests only where nobody else takes them. */
  readyPath: z.string().optional(),
});
export type Balanced = z.infer<typeof Balanced>;

export interface Balancer {
  readonly port: number;
  close(): Promise<void>;
}

const host = "127.0.0.1";
const restMs = 1_000;
const readyEveryMs = 100;
/** A paid call may take 50 s and wait up to 100 s for the one before it with the same key. */
const answerMs = 180_000;
const closeMs = 5_000;
const ofConnection = new Set(
  "connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade".split(
    " ",
  ),
);

export async function balance({ port, targets, getsAreFree, readyPath }: Balanced): Promise<Balancer> {
  const kept = new Agent({ keepAlive: true });
  const restsUntil = new Map<number, number>();
  let turn = 0;
  const server = createServer((incoming, answer) => {
    const hasBody =
      incoming.headers["content-length"] !== undefined || incoming.headers["transfer-encoding"] !== undefined;
    const isFree = getsAreFree && !hasBody && (incoming.method === "GET" || incoming.method === "HEAD");
    forward({ incoming, answer, hasBody, agent: isFree ? kept : false, left: inTurn() });
  });

  /** For a moment, or until it says that it is ready. */
  function rest(target: number): void {
    restsUntil.set(target, readyPath === undefined ? performance.now() + restMs : Number.POSITIVE_INFINITY);
  }

  /** Each target once, those that have just refused last. */
  function inTurn(): number[] {
    const start = turn++ % targets.length;
    const order = [...targets.slice(start), ...targets.slice(0, start)];
    const rests = (target: number) => (restsUntil.get(target) ?? 0) > performance.now();
    return [...order.filter((each) => !rests(each)), ...order.filter(rests)];
  }

  function forward(under: Under): void {
    const { incoming, answer, hasBody, agent, left } = under;
    const target = left.shift();
    if (target === undefined) return refuse(answer, 502, "no program answers");
    const { method, url: path } = incoming;
    const out = request({ host, port: target, method, path, headers: headersFor(incoming), agent });
    let isConnected = false;
    out.setTimeout(answerMs, () => out.destroy(new Error("timed out")));
    out.once("socket", (socket) => {
      const begin = () => {
        isConnected = true;
        // Not a pipeline: a caller whose program went away is still answered.
        if (hasBody) incoming.pipe(out);
      };
      if (socket.connecting) socket.once("connect", begin);
      else begin();
    });
    if (!hasBody) out.end();
    out.once("response", (response) => {
      answer.writeHead(response.statusCode ?? 502, response.statusMessage, keptHeaders(response.rawHeaders));
      pipeline(response, answer, () => {});
    });
    out.once("error", () => {
      if (answer.headersSent) return void answer.destroy();
      if (!isConnected) rest(target);
      if (!isConnected) return forward(under);
      if (out.reusedSocket) return forward({ ...under, agent: false, left: [target, ...left] });
      refuse(answer, 502, "the program went away before it answered");
    });
    answer.once("close", () => {
      if (!answer.writableFinished) out.destroy();
    });
  }

  async function askReady(target: number): Promise<void> {
    const signal = AbortSignal.timeout(restMs);
    const answer = await fetch(`http://${host}:${target}${readyPath}`, { signal }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok === true) restsUntil.delete(target);
    else rest(target);
  }
  const asking = setInterval(() => {
    if (readyPath !== undefined) for (const target of targets) void askReady(target);
  }, readyEveryMs);

  server.listen(port, host);
  await new Promise<void>((resolve, reject) => server.once("listening", resolve).once("error", reject));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async close() {
      clearInterval(asking);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), closeMs);
      await closed;
      clearTimeout(cut);
      kept.destroy();
    },
  };
}

interface Under {
  readonly incoming: IncomingMessage;
  readonly answer: ServerResponse;
  readonly hasBody: boolean;
  readonly agent: Agent | false;
  readonly left: number[];
}

/** The caller's claims about its address go: the programs believe the last proxy alone. */
function headersFor({ rawHeaders, headers, socket }: IncomingMessage): string[] {
  const claims = /^(x-forwarded-.*|forwarded)$/i;
  const passed = keptHeaders(rawHeaders).flatMap((_each, at, all) =>
    at % 2 === 0 && !claims.test(all[at] ?? "") ? all.slice(at, at + 2) : [],
  );
  const added = { "X-Forwarded-For": socket.remoteAddress ?? "", "X-Forwarded-Proto": "http" };
  return [...passed, ...Object.entries(added).flat(), "X-Forwarded-Host", headers.host ?? ""];
}

/** Names and values in turn, without what belongs to one connection. */
function keptHeaders(raw: readonly string[]): string[] {
  return raw.flatMap((name, at) =>
    at % 2 === 0 && !ofConnection.has(name.toLowerCase()) ? raw.slice(at, at + 2) : [],
  );
}

function refuse(answer: ServerResponse, status: number, why: string): void {
  if (answer.destroyed) return;
  answer.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" }).end(`${why}\n`);
}
