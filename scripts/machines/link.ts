import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to an engine that can be closed, as if it were gone, or made slow. */
export interface Link {
  readonly port: number;
  close(): Promise<void>;
  open(): Promise<void>;
  /** Answers come this much later; 0: at once. */
  slow(delayMs: number): void;
}

const host = "127.0.0.1";

export async function openLink(target: number): Promise<Link> {
  let delayMs = 0;
  let port = 0;
  let server: Server | undefined;
  const sockets = new Set<Socket>();

  function pass(near: Socket): void {
    const far = connect(target, host);
    for (const each of [near, far]) {
      sockets.add(each);
      each.once("close", () => sockets.delete(each));
      each.on("error", () => each.destroy());
    }
    // In order, since equal timers fire in the order in which they were set.
    const later = (work: () => void) => void (delayMs > 0 ? setTimeout(work, delayMs) : work());
    near.pipe(far);
    near.once("close", () => far.destroy());
    far.on("data", (chunk) => later(() => near.write(chunk)));
    far.once("close", (isBroken) => later(() => (isBroken ? near.destroy() : near.end())));
  }

  const link: Link = {
    get port() {
      return port;
    },
    async close() {
      const closing = server;
      server = undefined;
      const closed = new Promise<void>((resolve) =>
        closing === undefined ? resolve() : closing.close(() => resolve()),
      );
      for (const each of sockets) each.destroy();
      await closed;
    },
    async open() {
      const opening = createServer(pass).listen(port, host);
      await new Promise<void>((resolve, reject) => opening.once("listening", resolve).once("error", reject));
      const address = opening.address();
      port = typeof address === "object" && address !== null ? address.port : port;
      server = opening;
    },
    slow(ms) {
      delayMs = ms;
    },
  };
  await link.open();
  return link;
}
